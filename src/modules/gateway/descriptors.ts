import type { App, ModuleInterface } from '../../kernel/module.ts'

/** A module as FOLIO's gateway describes it; `provides` is what a client checks before it calls. */
export type ModuleDescriptor = {
  id: string
  name: string
  provides: { id: string; version: string }[]
}

/** The modules of FOLIO that this installation answers for, with their interfaces, by id. */
export function moduleDescriptors(app: App): ModuleDescriptor[] {
  const found = new Map<string, ModuleDescriptor>()
  for (const { module: id, id: interfaceId, version } of allInterfaces(app)) {
    const descriptor = found.get(id) ?? { id, name: productOf(id), provides: [] }
    if (!descriptor.provides.some((provided) => provided.id === interfaceId)) {
      descriptor.provides.push({ id: interfaceId, version })
    }
    found.set(id, descriptor)
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}

function allInterfaces(app: App): ModuleInterface[] {
  return app.modules.flatMap((module) => module.interfaces ?? [])
}

/** `mod-data-import` of `mod-data-import-3.4.0`. */
function productOf(moduleId: string): string {
  return moduleId.replace(/-\d+(\.\d+)*.*$/, '')
}
