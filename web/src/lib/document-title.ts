import { shellText } from '#text/shell.ts'

let page: string = ''
let mark = ''

function show(): void {
  const title = page === '' ? shellText.product : `${page} · ${shellText.product}`
  document.title = mark === '' ? title : `${mark} ${title}`
}

/** Names the page in the window's title. */
export function titlePage(name: string): void {
  page = name
  show()
}

/** A short mark before the title that can be seen while another tab is open, such as "✓ 412"; empty takes it away. */
export function markTitle(text: string): void {
  mark = text
  show()
}
