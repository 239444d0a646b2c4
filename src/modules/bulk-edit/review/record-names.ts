import type { EntityType } from '../contracts.ts'

type NamedBy = { columns: string; join: string }

const INSTANCE: NamedBy = {
  columns: `t.doc ->> 'hrid' as name, t.doc ->> 'title' as title, t.id as instance_id, null::uuid as holdings_id`,
  join: 'left join instance t on t.id = r.record_id',
}

/** SQL of what a person calls a matched record `r`, its title, and the records above it. */
export const NAMED_BY: Readonly<Record<EntityType, NamedBy>> = {
  ITEM: {
    columns: `coalesce(t.doc ->> 'barcode', t.doc ->> 'hrid') as name, i.doc ->> 'title' as title,
      i.id as instance_id, h.id as holdings_id`,
    join: `left join item t on t.id = r.record_id
      left join holdings_record h on h.id = t.holdings_record_id left join instance i on i.id = h.instance_id`,
  },
  HOLDINGS_RECORD: {
    columns: `t.doc ->> 'hrid' as name, i.doc ->> 'title' as title, i.id as instance_id, t.id as holdings_id`,
    join: `left join holdings_record t on t.id = r.record_id left join instance i on i.id = t.instance_id`,
  },
  INSTANCE,
  INSTANCE_MARC: INSTANCE,
  USER: {
    columns: `coalesce(t.doc ->> 'barcode', t.doc ->> 'username') as name,
      concat_ws(', ', t.doc #>> '{personal,lastName}', t.doc #>> '{personal,firstName}') as title,
      null::uuid as instance_id, null::uuid as holdings_id`,
    join: 'left join users t on t.id = r.record_id',
  },
}

/** SQL of the ids of records of a type with the parameter as barcode, HRID or user name. */
export function keysOf(entity: EntityType, parameter: number): string {
  const text = `$${parameter}::text`
  switch (entity) {
    case 'ITEM':
      return `select id from item where barcode_key = octavo.lowered(${text}) or hrid_key = octavo.fold(${text})`
    case 'HOLDINGS_RECORD':
      return `select id from holdings_record where hrid_key = octavo.fold(${text})`
    case 'INSTANCE':
    case 'INSTANCE_MARC':
      return `select id from instance where hrid_key = octavo.fold(${text})`
    case 'USER':
      return `select id from users where barcode_key = octavo.fold(${text}) or username_key = octavo.fold(${text})`
  }
}
