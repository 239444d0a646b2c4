import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'blue',
  // The kit's shade 6 is too light for white text (WCAG 2.2 AA asks for 4.5 to 1).
  primaryShade: 8,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A <header> in a window would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // What lies under a window stays readable.
    Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.4 } } },
  },
})

/** Colours of texts that the kit draws too faint for WCAG 2.2 AA. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray![7]!,
    '--mantine-color-placeholder': colors.gray![7]!,
    '--mantine-color-error': colors.red![9]!,
    '--mantine-color-anchor': colors.blue![9]!,
    ...lightTexts(colors, 9),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark![1]!,
    '--mantine-color-placeholder': colors.dark![2]!,
    '--mantine-color-error': colors.red![4]!,
    '--mantine-color-anchor': colors.blue![3]!,
  },
})

/** Colours whose darkest shade is still too light on its own pale ground. */
const DARKER: Readonly<Record<string, string>> = {
  yellow: '#7a3b00',
  orange: '#7a3b00',
  green: '#1f6f2f',
  teal: '#056a4b',
}

/** The text on the pale ground of badges and alerts, one shade for each colour in use. */
function lightTexts(
  colors: Parameters<CSSVariablesResolver>[0]['colors'],
  shade: number,
): Record<string, string> {
  return Object.fromEntries(
    ['blue', 'red', 'green', 'yellow', 'orange', 'gray', 'teal', 'violet', 'grape'].map((name) => [
      `--mantine-color-${name}-light-color`,
      DARKER[name] ?? colors[name]![shade]!,
    ]),
  )
}
