/** The inspector's only style sheet. Contrasts are at least 4.5 to 1, also in a dark scheme. */
export const style = `
:root { color-scheme: light dark; --ink: #1a1c20; --paper: #fff; --soft: #f1f3f6; --line: #767c87; --link: #0b4fb3;
  --good: #0b6b2e; --bad: #a4161a; --odd: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --paper: #16181c; --soft: #23262c; --line: #949ba8; --link: #8ab8ff;
  --good: #6fd694; --bad: #ff9b9b; --odd: #f3c069; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
header, main, footer { max-width: 70rem; margin: 0 auto; padding: 0.75rem 1rem; }
h1 { font-size: 1.5rem; margin: 0.25rem 0; } h2 { font-size: 1.2rem; margin: 1.5rem 0 0.5rem; }
a { color: var(--link); }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; background: var(--paper); padding: 0.5rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; margin: 0.5rem 0; }
nav a { display: inline-block; padding: 0.25rem 0; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: 0.15rem 1rem; margin: 0.5rem 0; }
dt { font-weight: 600; } dd { margin: 0; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin: 0.5rem 0; }
label { display: grid; gap: 0.15rem; font-weight: 600; min-width: 0; grid-template-columns: minmax(0, max-content); }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 0.25rem;
  padding: 0.35rem 0.6rem; min-height: 2.5rem; max-width: 100%; }
button { background: var(--soft); cursor: pointer; font-weight: 600; }
ol.calls { list-style: none; padding: 0; margin: 0.5rem 0; border-top: 1px solid var(--line); }
ol.calls > li { border-bottom: 1px solid var(--line); }
summary { display: grid; grid-template-columns: 6rem 10rem minmax(0, 1fr); gap: 0 0.75rem; padding: 0.5rem 0; cursor: pointer; }
summary > :first-child::before { content: "▸ "; } details[open] > summary > :first-child::before { content: "▾ "; }
summary > .what { grid-column: 1 / -1; }
.verdict { font-weight: 700; } .good { color: var(--good); } .bad { color: var(--bad); } .odd { color: var(--odd); }
details > div { padding: 0 0 0.75rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: normal; }
code { font-family: ui-monospace, monospace; font-size: 0.95em; }
.said { background: var(--soft); border-left: 0.3rem solid var(--bad); padding: 0.5rem 0.75rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.4rem; } summary { grid-template-columns: 1fr 1fr; }
  summary > .path { grid-column: 1 / -1; } form > * { flex: 1 1 100%; } label { grid-template-columns: minmax(0, 1fr); } input, select { width: 100%; min-width: 0; } td form > * { flex: none; } }
`
