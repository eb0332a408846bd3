/** Forms, cards, notes, tables, boards, levers. */
export const parts = `
label{display:grid;gap:var(--space-1);font-weight:600;font-size:var(--text-small);min-width:0}label input,label select,label textarea{font-size:var(--text);font-weight:400;width:100%}
textarea{font:var(--text)/1.5 var(--mono)!important;resize:vertical}.hint{font-weight:400;color:var(--ink-soft)}
.filters,.more-filters{display:flex;flex-wrap:wrap;gap:var(--space-3);align-items:end}.filters{margin-bottom:var(--space-4)}.filters label{flex:1 1 8.5rem}.filters .text{flex-grow:2}.filters details{flex:1 1 auto}.filters details[open]{flex-basis:100%}
@supports selector(::details-content){@media (min-width:48rem){.filters details,.filters details::details-content,.more-filters{display:contents;content-visibility:visible}.filters summary{display:none}}}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-2);margin:var(--space-3) 0 0}.filters .actions{margin:0}
.card{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-4);min-width:0}.card>:last-child,.note>:last-child{margin-bottom:0}
.note{border-left:.3rem solid var(--line-strong);background:var(--paper);padding:var(--space-3) var(--space-4);border-radius:var(--radius);margin:0 0 var(--space-4)}
.note.good{border-color:var(--good);background:var(--good-soft)}.note.bad{border-color:var(--bad);background:var(--bad-soft)}.note.warn{border-color:var(--warn);background:var(--warn-soft)}.note a:not(.button),.note .quiet:not(.button){color:var(--ink)}.note ul{margin:0 0 var(--space-3);padding-left:1.25rem}
.empty{border:1px dashed var(--line-strong);border-radius:var(--radius-large);padding:var(--space-6) var(--space-4);color:var(--ink-soft);text-align:center;background:var(--paper)}.empty h1,.empty h2{color:var(--ink)}.empty p{max-width:60ch;margin-inline:auto}.empty .actions{justify-content:center}.empty.error{border-style:solid;border-color:var(--bad)}
.facts{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-5);margin:0 0 var(--space-3)}.facts div{min-width:0}.facts dt::first-letter{text-transform:uppercase}.facts dt{font-size:var(--text-small);color:var(--ink-soft)}.facts dd{margin:0}
summary{cursor:pointer;font-weight:600;padding:var(--space-2) 0;min-height:var(--target)}details form{margin-top:var(--space-2)}.more summary{font-size:var(--text-small);color:var(--ink-soft)}
pre{font:var(--text-small)/1.5 var(--mono);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:var(--space-3);overflow:auto;max-height:28rem;margin:0;overflow-wrap:normal}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:var(--space-4);margin-bottom:var(--space-4);align-items:start}.two section{margin:0}.card .heading{justify-content:space-between}
.entry-head h1{max-width:60ch}.line{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-3);align-items:baseline}
.requirements{padding-left:1.25rem}.requirements code{color:var(--ink-soft)}
.next-states{list-style:none;margin:0;padding:0;font-size:var(--text-small);display:grid;gap:var(--space-1)}
.wide{overflow-x:auto;position:relative}table{border-collapse:collapse;width:100%;background:var(--paper);border:1px solid var(--line)}th,td{text-align:start;padding:var(--space-2) var(--space-3);border-bottom:1px solid var(--line);vertical-align:top;min-width:7rem;overflow-wrap:break-word}th{font-size:var(--text-small);color:var(--ink-soft);white-space:nowrap}td:first-child{min-width:14rem}td .things{margin-top:var(--space-1)}td time{font-variant-numeric:tabular-nums}
#now{display:flex;flex-wrap:wrap;gap:var(--space-4)}#now>section{flex:1 1 15rem;min-width:0}#now>section+section{flex-grow:3;flex-basis:30rem}#now .card{margin:0}#now h2{margin-top:0}td .quiet{display:inline-block}#now section{margin:0}
.board{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(12rem,22rem);gap:var(--space-3);align-items:start;padding-bottom:var(--space-2)}
.column{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-3)}.column h3{display:flex;align-items:flex-start;justify-content:space-between;gap:var(--space-2);margin:0 0 var(--space-2)}.column details{margin-bottom:calc(-1*var(--space-2))}.column summary{font-size:var(--text-small);font-weight:500;color:var(--ink-soft)}
.count{flex:none;background:var(--surface);border:1px solid var(--line);border-radius:99rem;padding:0 .6rem;font-size:var(--text-small);color:var(--ink-soft)}
.cards{list-style:none;margin:0;padding:0;display:grid;gap:var(--space-2)}.cards .card{padding:var(--space-3);background:var(--surface)}.cards p{margin:0 0 var(--space-1)}.cards a{display:inline-block;padding:var(--space-1) 0;font-weight:600}.column details[open]{margin-bottom:var(--space-2)}.waits{color:var(--warn);font-size:var(--text-small)}
.levers{columns:22rem;column-gap:var(--space-4)}.lever{break-inside:avoid;margin-bottom:var(--space-4)}.lever form+form,.lever form+div:not(.note){margin-top:var(--space-4);padding-top:var(--space-3);border-top:1px solid var(--line)}.lever form{display:grid;gap:var(--space-3)}.lever .actions{margin:0}.lever ul{margin:0;padding-left:1.25rem}.lever .note{margin:var(--space-3) 0 0;background:var(--surface)}
@media (forced-colors:active){.card,.column,.note,.count{flex:none;border:1px solid CanvasText}}
`
