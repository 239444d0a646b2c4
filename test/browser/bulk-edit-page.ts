import type { Locator, Page } from 'playwright-core'

/** The group of a rule by its number. */
export function ruleOf(page: Page, number: number): Locator {
  return page.getByRole('group', { name: new RegExp(`^Rule ${number}\\b`) })
}

/** Chooses an option of a list that is searched by typing. */
export async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true })
  await box.click()
  // Values of reference lists have their codes behind their names.
  await page
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click()
}

/** The figures of the line "48 lines: 45 found, …". */
export async function summaryOf(page: Page, pattern: RegExp): Promise<string> {
  const line = page.getByText(pattern)
  await line.waitFor()
  return (await line.textContent()) ?? ''
}
