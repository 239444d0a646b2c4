const STEP = /\.\.(\w+)|\.?\[(\d+)\]|\.?\[\?\(@\.(\w+)\s*==\s*(['"])(.*?)\4\)\]|\.(\w+|\*)/y

/**
 * Everything that a JSON path finds, in document order: names, `*`, `[n]`, `..name` at any depth and
 * `[?(@.name == 'value')]`, which is what the load scripts of the performance workload use.
 */
export function readJsonPath(document: unknown, path: string): unknown[] {
  let nodes: unknown[] = [document]
  let at = 1
  while (at < path.length) {
    STEP.lastIndex = at
    const step = STEP.exec(path)
    if (!step || !path.startsWith('$')) throw new Error(`The path ${path} cannot be read at character ${at}.`)
    const [, deep, index, filterName, , filterValue, name] = step
    if (deep !== undefined) nodes = nodes.flatMap((node) => findDeep(node, deep))
    else if (index !== undefined) nodes = nodes.flatMap((node) => childOf(node, index))
    else if (name !== undefined) nodes = nodes.flatMap((node) => childOf(node, name))
    else nodes = nodes.flatMap((node) => filterList(node, filterName!, filterValue!))
    at = STEP.lastIndex
  }
  return nodes
}

function childOf(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  if (name === '*') return Object.values(node)
  if (!Object.hasOwn(node, name)) return []
  return [(node as Record<string, unknown>)[name]]
}

function findDeep(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return [...childOf(node, name), ...Object.values(node).flatMap((child) => findDeep(child, name))]
}

function filterList(node: unknown, name: string, value: string): unknown[] {
  if (!Array.isArray(node)) return []
  return node.filter((entry: unknown) => childOf(entry, name)[0] === value)
}
