/**
 * The one visual language of every page: embeds, payroll application, inspectors, docs. `colours.ts` has the colours,
 * light and dark; `tokens` are CSS custom properties of them, and of type and spaces; `base` has the elements that all pages
 * share; `accentColours` makes a partner's colour legible.
 *
 * Why text in TypeScript and not .css files: the pages are served by Node programs that have no build step, and packed
 * into single files.
 *
 * The trap: colours are pairs of text and background. `tokens.test.ts` computes the contrast of each pair; a new colour
 * belongs into a pair there.
 */
import { colours } from "./colours.ts"

export { colours } from "./colours.ts"

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

/** The styles that every page has in common: type, links, focus, buttons, inputs. */
export const base = `*,::before,::after{box-sizing:border-box}
body{margin:0;font:var(--text)/1.5 var(--font);color:var(--ink);background:var(--paper);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
h1,h2,h3{line-height:1.25;margin:0 0 var(--space-2);font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h1{font-size:var(--text-title)}h2{font-size:var(--text-large)}h3{font-size:var(--text)}
p{margin:0 0 var(--space-3)}p,li,dd{text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.2rem}
button,.button{font:inherit;font-weight:600;display:inline-flex;align-items:center;justify-content:center;gap:var(--space-2);min-height:var(--target);padding:var(--space-2) min(var(--space-5),6vw);overflow-wrap:break-word;border:1px solid transparent;border-radius:var(--radius);cursor:pointer;text-decoration:none;background:var(--accent-fill);color:var(--on-accent)}
button:hover,.button:hover{filter:brightness(.94)}
button.quiet,.button.quiet{background:transparent;color:var(--accent);border-color:var(--line-strong)}
button.link{background:none;border:0;color:var(--accent);text-decoration:underline;text-underline-offset:.15em;padding:var(--space-2) 0;justify-content:start;text-align:start}
button[aria-disabled=true]{opacity:.6;cursor:default}
input,select,textarea{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line-strong);border-radius:var(--radius);min-height:var(--target);padding:var(--space-2) var(--space-3);max-width:100%}
input[aria-invalid=true],select[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
input[type=checkbox],input[type=radio]{min-height:0;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none}
code{font-family:var(--mono);font-size:.92em}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (forced-colors:active){button,.button{forced-color-adjust:none;background:ButtonText;color:ButtonFace;border-color:ButtonText}button.quiet,.button.quiet{background:ButtonFace;color:ButtonText}button.link{background:none;color:LinkText}button[aria-disabled=true]{opacity:1;background:ButtonFace;color:GrayText;border-color:GrayText}:focus-visible{outline-color:Highlight}input[aria-invalid=true],select[aria-invalid=true]{border-width:4px}}
@media (prefers-reduced-motion:no-preference){button{transition:filter .1s}}`
