import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { newId } from '../../kernel/ids.ts'
import { formConfigSchema } from './profile-schemas.ts'

// Layouts of forms, which clients keep under the names of the forms
// (folio-org/mod-di-converter-storage: FormConfigDaoImpl.java).

export type FormConfig = { id: string; formName: string; config: unknown }

const check = compileValidator(formConfigSchema)

export async function listFormConfigs(
  tx: Transaction,
): Promise<{ formConfigs: FormConfig[]; totalRecords: number }> {
  const rows = await tx.query<{ doc: string }>('select doc from import_form_config order by form_name')
  return { formConfigs: rows.map(({ doc }) => JSON.parse(doc) as FormConfig), totalRecords: rows.length }
}

/** @throws Problem 404 */
export async function getFormConfig(tx: Transaction, formName: string): Promise<FormConfig> {
  const [row] = await tx.query<{ doc: string }>('select doc from import_form_config where form_name = $1', [
    formName,
  ])
  if (!row) throw missing(formName)
  return JSON.parse(row.doc) as FormConfig
}

/** Adds a layout; its id is always new. @throws Problem 422 when the form has one */
export async function createFormConfig(tx: Transaction, body: unknown): Promise<FormConfig> {
  const config = { ...accept(body), id: newId() }
  const added = await tx.execute(
    'insert into import_form_config (form_name, id, doc) values ($1, $2, $3) on conflict (form_name) do nothing',
    [config.formName, config.id, JSON.stringify(config)],
  )
  if (added === 0) {
    const key = `lower(f_unaccent(jsonb ->> 'formName'::text))`
    const name = config.formName.toLowerCase()
    throw fieldProblem(`${key} value already exists in table forms_configs: ${name}`, key, name)
  }
  return config
}

/** @throws Problem 404, 422 */
export async function updateFormConfig(
  tx: Transaction,
  formName: string,
  body: unknown,
): Promise<FormConfig> {
  const { id } = await getFormConfig(tx, formName)
  const config = { ...accept({ ...objectBody(body), formName }), id }
  await tx.execute('update import_form_config set doc = $2 where form_name = $1', [
    formName,
    JSON.stringify(config),
  ])
  return config
}

/** @throws Problem 404 */
export async function deleteFormConfig(tx: Transaction, formName: string): Promise<void> {
  const deleted = await tx.execute('delete from import_form_config where form_name = $1', [formName])
  if (deleted === 0) throw missing(formName)
}

function missing(formName: string): Error {
  return notFound(`FormConfig with formName '${formName}' was not found`)
}

function accept(body: unknown): FormConfig {
  const sent = objectBody(body)
  check(sent)
  return sent as FormConfig
}
