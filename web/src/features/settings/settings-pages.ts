import { settingsText } from '#text/settings.ts'
import { referenceLists } from './lists/list-declarations.ts'

export type SettingsGroup = keyof typeof settingsText.groups

/** A page of the settings, as the home and the palette list it. */
export type SettingsPage = {
  id: string
  group: SettingsGroup
  title: string
  about: string
  to: string
  search?: { find: string }
  /** The permission of what the page reads first; null for pages that everybody may see. */
  permission: string | null
}

const { pageTitles, pageAbouts } = settingsText

function page(
  id: keyof typeof pageTitles,
  group: SettingsGroup,
  to: string,
  permission: string | null,
): SettingsPage {
  return { id, group, title: pageTitles[id], about: pageAbouts[id], to, permission }
}

function lists(group: 'instances' | 'holdings' | 'library' | 'people'): SettingsPage[] {
  return referenceLists
    .filter((list) => list.group === group)
    .map((list) => ({
      id: list.id,
      group,
      title: list.title,
      about: list.fields.length > 1 ? list.fields.map(({ label }) => label).join(', ') : '',
      to: `/settings/lists/${list.id}`,
      permission: `${list.permission}.collection.get`,
    }))
}

/** All pages, group by group. */
export const settingsPages: readonly SettingsPage[] = [
  page('locations', 'library', '/settings/locations', 'inventory-storage.locations.collection.get'),
  ...lists('library'),
  ...lists('instances'),
  ...lists('holdings'),
  page('hrid', 'numbers', '/settings/hrid', 'inventory-storage.hrid-settings.item.get'),
  page(
    'importProfiles',
    'import',
    '/settings/import/profiles',
    'converter-storage.jobprofile.collection.get',
  ),
  page('users', 'people', '/settings/users', 'users.collection.get'),
  page('roles', 'people', '/settings/roles', 'perms.permissions.get'),
  ...lists('people'),
  page('password', 'system', '/settings/password', null),
  page('tenants', 'system', '/settings/tenants', 'okapi.proxy.tenants.post'),
  page('about', 'system', '/settings/about', null),
]
