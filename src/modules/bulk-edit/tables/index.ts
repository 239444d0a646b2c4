export * from './pure.ts'
export { loadLabels } from './load-labels.ts'
