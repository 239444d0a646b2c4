export { decodeEdifact, type DecodedEdifact } from './decode-text.ts'
export { isoDate } from './edifact-date.ts'
export {
  EdifactExpressionError,
  EdifactReadError,
  EdifactWriteError,
  type EdifactReadCode,
} from './errors.ts'
export {
  invoiceOf,
  messageType,
  notInvoiceReason,
  type EdifactInvoice,
  type InvoiceAmount,
  type InvoiceCharge,
  type InvoiceLine,
  type InvoiceParty,
  type Qualified,
} from './invoice-of.ts'
export { messageFromJson, messageToJson, parseMessage, type EdifactMessage } from './parse-message.ts'
export {
  parseEdifactExpression,
  readExpression,
  readLineValues,
  type EdifactAlternative,
  type EdifactExpression,
  type ExpressionSources,
  type SegmentQuery,
} from './read-expression.ts'
export {
  componentAt,
  componentsOf,
  type EdifactComponent,
  type EdifactElement,
  type EdifactSegment,
} from './segment.ts'
export { DEFAULT_SERVICE, type ServiceString } from './service-string.ts'
export { splitInvoice, type InvoiceParts } from './split-invoice.ts'
export {
  interchangeText,
  MessageSplitter,
  messageText,
  splitMessages,
  type MessageSegment,
  type MessageSplitterOptions,
} from './split-messages.ts'
export { writeMessage, writeSegment } from './write-message.ts'
