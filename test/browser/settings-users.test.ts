import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('users and permissions ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  const permissionsOf = async (userId: string) =>
    (await screens.app.get(`/perms/users/${userId}?indexField=userId`)).json.permissions

  test('a colleague is added with a role and a password, and can log in', async () => {
    const { page, context } = await screens.openSignedIn('/settings/users/new', size)
    await page.getByLabel('User name').fill('desk-one')
    await page.getByLabel('Last name').fill('One')
    await page.getByLabel('First name', { exact: true }).fill('Desk')
    await page.getByLabel('Expires on').fill('2027-02-30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('A date has the form 2027-06-30.').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Expires on').fill('2027-06-30')
    await picture(page, `settings-user-${size.size}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'What One, Desk may do' }).waitFor()
    await page.getByRole('combobox', { name: 'Give a role' }).fill('view user profile')
    await page.getByRole('option', { name: /Users: can view user profile/ }).click()
    await page.getByText('“Users: can view user profile” was given.').waitFor()
    await page.getByRole('rowheader', { name: 'Users', exact: true }).waitFor()
    await page
      .getByRole('combobox', { name: 'Why can’t this person…?' })
      .fill('Access for user needs permission [inventory.items.item.post]')
    await page.getByText('They may not do “Inventory: items, create”.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-permissions-${size.size}`)
    await page.getByRole('combobox', { name: 'Why can’t this person…?' }).fill('users.item.get')
    await page.getByText('They may do “Users: view”. It comes from:').waitFor()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('textbox', { name: 'New password' }).fill('secret-one')
    await page.getByRole('textbox', { name: 'The same again' }).fill('secret-one')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    await page.getByText('One, Desk can log in with the new password.').waitFor()
    const { users } = (await screens.app.get('/users?query=username==desk-one')).json
    expect(users[0]).toMatchObject({
      active: true,
      type: 'staff',
      personal: { lastName: 'One', firstName: 'Desk' },
    })
    expect(users[0].expirationDate).toMatch(/^2027-06-30/)
    expect(await permissionsOf(users[0].id)).toEqual(['ui-users.view'])
    const headers = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
    const login = JSON.stringify({ username: 'desk-one', password: 'secret-one' })
    expect((await screens.app.raw('POST', '/authn/login', headers, login)).status).toBe(201)
    await page.goto(`${screens.url}/app/settings/users?find=desk`)
    await page.getByRole('link', { name: 'One, Desk' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-users-${size.size}`)
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('the last administrator stays one, and nobody loses their own right unasked', async () => {
    const admin = (await screens.app.get('/users?query=username==diku_admin')).json.users[0].id
    const { page, context } = await screens.openSignedIn(`/settings/users/${admin}/permissions`, size)
    await page.getByRole('button', { name: 'Take away Everything: all permissions' }).click()
    await page.getByText('Nobody else who is active has all permissions.').waitFor()
    const id = randomUUID()
    await screens.app.post('/users', { id, username: 'second', active: true, type: 'staff' })
    await screens.app.post('/perms/users', { userId: id, permissions: ['octavo.all'] })
    await page.reload()
    await page.getByRole('button', { name: 'Take away Everything: all permissions' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('can’t give it back to yourself').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await permissionsOf(admin)).toEqual(['octavo.all'])
    await screens.app.del(`/bl-users/by-id/${id}`)
    await context.close()
  })

  test('a role begins with a pattern and is given by its name', async () => {
    const { page, context } = await screens.openSignedIn('/settings/roles', size)
    await page.getByRole('button', { name: 'Student' }).click()
    await page.getByRole('heading', { level: 1, name: 'New role' }).waitFor()
    await page.getByLabel('Name of the role').fill('Shelving')
    await page
      .getByRole('combobox', { name: 'Add a set or a single permission' })
      .fill('inventory.items.move')
    await page.getByRole('option', { name: /move items/ }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-role-${size.size}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shelving' }).waitFor()
    const query = '/perms/permissions?query=mutable==true'
    expect((await screens.app.get(query)).json.permissions).toMatchObject([
      {
        displayName: 'Shelving',
        subPermissions: expect.arrayContaining([
          'search.instances.collection.get',
          'inventory.items.move.item.post',
        ]),
      },
    ])
    await page.getByRole('button', { name: 'Delete role' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The role “Shelving” was deleted.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect((await screens.app.get(query)).json.permissions).toEqual([])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
