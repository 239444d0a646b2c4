import type { CqlSource } from '../../formats/cql/index.ts'

/** How CQL names the columns of upload definitions: clients ask for their unfinished ones. */
export const uploadSource: CqlSource = {
  from: 'upload_definition',
  alias: 'upload_definition',
  document: `json_build_object('id', id, 'status', status, 'metaJobExecutionId', meta_job_id)`,
  idColumn: 'id',
  fields: {
    id: { kind: 'uuid', column: 'id' },
    status: { kind: 'text', column: 'status' },
    metaJobExecutionId: { kind: 'uuid', column: 'meta_job_id' },
    createdDate: { kind: 'timestamp', column: 'created_at' },
    createDate: { kind: 'timestamp', column: 'created_at' },
    'metadata.createdDate': { kind: 'timestamp', column: 'created_at' },
    'metadata.updatedDate': { kind: 'timestamp', column: 'updated_at' },
  },
}
