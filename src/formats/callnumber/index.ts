export { schemeOfType, shelfKey, shelvingOrder } from './shelving-order.ts'
export type { CallNumberScheme, ShelvingParts } from './shelving-order.ts'
