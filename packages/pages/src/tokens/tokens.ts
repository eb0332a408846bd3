import { colours } from "./colours.ts"

const declared = (scheme: Readonly<Record<string, string>>): string =>
  Object.entries(scheme)
    .map(([name, value]) => `--${name}:${value};`)
    .join("")

/** Colours, type and spaces as CSS custom properties; dark where the system asks for it. */
export const tokens = `:root{color-scheme:light dark;${declared(colours.light)}
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
--text-small:.875rem;--text:1rem;--text-large:1.125rem;--text-title:1.5rem;--text-hero:2rem;
--space-1:.25rem;--space-2:.5rem;--space-3:.75rem;--space-4:1rem;--space-5:1.5rem;--space-6:2rem;--space-7:3rem;
--radius:.5rem;--radius-large:.875rem;--target:2.75rem;--shadow:0 1px 2px rgb(16 32 26/.08),0 4px 16px rgb(16 32 26/.06)}
@media (prefers-color-scheme:dark){:root{${declared(colours.dark)}--shadow:0 1px 2px rgb(0 0 0/.5),0 4px 16px rgb(0 0 0/.35)}}`
