import type { App } from '../../../kernel/module.ts'

/** Removes, in every tenant, the links of instances that have been deleted since; nobody can see them any more. */
export async function removeStrayLinks({ db }: Pick<App, 'db'>): Promise<void> {
  const tenants = await db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) {
    await db.tenant(id, (tx) =>
      tx.execute(
        `delete from instance_authority_link link
         where not exists (select from instance where instance.id = link.instance_id)`,
      ),
    )
  }
}
