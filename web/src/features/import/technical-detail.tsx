import { Button, Collapse, Text } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#text/errors.ts'

/** FOLIO's text and other things that support asks for, shown on demand. */
export function TechnicalDetail({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text === '') return null
  return (
    <div>
      <Button
        size="compact-xs"
        variant="transparent"
        px={0}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {errorText.technical}
      </Button>
      <Collapse expanded={isOpen}>
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
      </Collapse>
    </div>
  )
}
