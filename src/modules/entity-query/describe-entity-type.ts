import type { Column, DataTypeName, Field, Property, ValueSource } from './column.ts'
import { requiredPermissions, rootOf } from './entity-types.ts'
import type { EntityType, Source } from './entity-types.ts'
import { idFieldOf } from './read-contents.ts'

// Names and forms: folio-org/folio-query-tool-metadata: swagger.api/schemas.

/** An entity type as FOLIO's query builder reads it. */
export function describeEntityType(entityType: EntityType, includeHidden: boolean): object {
  const { id, name, label, description, sources } = entityType
  const root = rootOf(entityType)
  return {
    id,
    name,
    private: false,
    crossTenantQueriesEnabled: false,
    labelAlias: label,
    description,
    columns: sources.flatMap((source) =>
      source.columns
        .filter(({ isHidden }) => includeHidden || !isHidden)
        .map((column) => describeColumn(source, column, source === root)),
    ),
    defaultSort: [{ columnName: idFieldOf(entityType), direction: 'ASC' }],
    requiredPermissions: requiredPermissions(entityType),
  }
}

function describeColumn(source: Source, column: Column, isOfRecord: boolean): object {
  const { name, label, type, itemType, properties, isVisible, idColumn } = column
  const prefix = `${source.label} — `
  return {
    name: `${source.alias}.${name}`,
    labelAlias: prefix + label,
    dataType: describeType(type, itemType, properties, prefix),
    sourceAlias: source.alias,
    ...describeField(column),
    visibleByDefault: isVisible,
    isIdColumn: isOfRecord && name === 'id',
    ...(idColumn === null ? {} : { idColumnName: `${source.alias}.${idColumn}` }),
  }
}

function describeField({ match, isHidden, source }: Field): object {
  return { queryable: match !== null, hidden: isHidden, ...(source === null ? {} : describeSource(source)) }
}

function describeType(
  type: DataTypeName,
  itemType: Column['itemType'],
  properties: readonly Property[],
  prefix: string,
): object {
  if (itemType === null) return { dataType: type }
  const described = properties.map((property) => ({
    name: property.name,
    property: property.property,
    labelAlias: property.label,
    labelAliasFullyQualified: prefix + property.qualifiedLabel,
    dataType: { dataType: property.type },
    ...describeField(property),
  }))
  return {
    dataType: type,
    itemDataType: { dataType: itemType, ...(described.length === 0 ? {} : { properties: described }) },
  }
}

function describeSource(source: ValueSource): object {
  switch (source.kind) {
    case 'values':
      return { values: source.values }
    case 'known':
      return { source: { type: 'fqm', name: source.name } }
    case 'list': {
      const { path, listKey, property } = source.list
      return {
        valueSourceApi: {
          path,
          valueJsonPath: `$.${listKey}.*.${source.value === 'id' ? 'id' : property}`,
          labelJsonPath: `$.${listKey}.*.${property}`,
        },
      }
    }
  }
}
