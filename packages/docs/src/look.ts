/** The site's colours and fonts: those of all pages (`packages/pages`), under the names that the site's builder reads. */
import { colours } from "@embedded-super/pages/tokens/colours"

type Scheme = Readonly<Record<keyof (typeof colours)["light"], string>>

/** What Starlight calls white is the text's colour in both schemes, and black the page's. */
const declarations = (scheme: Scheme): string =>
  Object.entries({
    white: scheme.ink,
    "gray-1": scheme.ink,
    "gray-2": scheme.ink,
    "gray-3": scheme["ink-soft"],
    "gray-4": scheme["line-strong"],
    "gray-5": scheme.line,
    "gray-6": scheme.surface,
    "gray-7": scheme.surface,
    black: scheme.paper,
    "accent-low": scheme["accent-soft"],
    accent: scheme.accent,
    "accent-high": scheme.accent,
    "bg-nav": scheme.paper,
    "bg-sidebar": scheme.surface,
    "bg-inline-code": scheme.surface,
    "bg-accent": scheme["accent-fill"],
    "text-invert": scheme["on-accent"],
    hairline: scheme.line,
    "hairline-light": scheme.line,
    "hairline-shade": scheme.line
  })
    .map(([name, value]) => `--sl-color-${name}: ${value};`)
    .join("\n")

/** A style sheet. The site's builder marks the scheme that the reader has chosen. */
export const look = `:root { ${declarations(colours.dark)} --focus: ${colours.dark.focus}; }
:root[data-theme="light"] { ${declarations(colours.light)} --focus: ${colours.light.focus}; }
:root { --sl-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
`
