import { base, tokens } from "@embedded-super/design-tokens"

/** The frame's layout: everything in one column and in the flow, so that its height is its content's. */
const frame = `
#app{max-width:40rem;margin:0 auto;padding:var(--space-1) var(--space-4) var(--space-5)}
.shell{min-height:24rem;color:var(--ink-soft)}
.bar{height:2.75rem;border-radius:var(--radius);background:var(--surface);margin:0 0 var(--space-4);max-width:60%}.bar.wide{max-width:100%}
main:focus,h1:focus{outline:none}
.sandbox{display:inline-block;font-size:var(--text-small);font-weight:600;color:var(--warn);background:var(--warn-soft);border-radius:var(--radius);padding:var(--space-1) var(--space-3);margin:0 0 var(--space-3)}
.steps{display:flex;gap:var(--space-1);list-style:none;margin:0 0 var(--space-2);padding:0}.steps li{flex:1;height:.3rem;border-radius:var(--radius);background:var(--line)}.steps .done,.steps [aria-current]{background:var(--accent)}
.step{font-size:var(--text-small);color:var(--ink-soft);margin:0 0 var(--space-3)}
.card>:last-child{margin-bottom:0}.card{border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-4) var(--space-5);margin:0 0 var(--space-4);background:var(--paper)}
.card.mine{border-color:var(--accent);background:var(--accent-soft)}
.facts{display:grid;grid-template-columns:minmax(6rem,max-content) minmax(0,1fr);gap:var(--space-1) var(--space-4);margin:0 0 var(--space-3)}.facts dt{color:var(--ink-soft)}.facts dd{margin:0;font-weight:600}
.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--space-2) var(--space-4)}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-3);align-items:center;margin:var(--space-5) 0 var(--space-3)}
.small{font-size:var(--text-small);color:var(--ink-soft)}
.pill{font-size:var(--text-small);font-weight:600;border-radius:1rem;padding:.1rem var(--space-3)}.pill.ok{color:var(--good);background:var(--good-soft)}.pill.todo{color:var(--warn);background:var(--warn-soft)}.pill.off{color:var(--ink-soft);background:var(--surface)}
.notice{border-left:.3rem solid var(--line-strong);background:var(--surface);border-radius:var(--radius);padding:var(--space-3) var(--space-4);margin:0 0 var(--space-4)}.notice>:last-child{margin-bottom:0}
.notice.good{border-color:var(--good);background:var(--good-soft)}.notice.bad{border-color:var(--bad);background:var(--bad-soft)}.notice.warn{border-color:var(--warn);background:var(--warn-soft)}
.notice ul{margin:0;padding-left:1.2rem}.notice.bad a{color:var(--bad);font-weight:600}
.field{margin:0 0 var(--space-4);border:0;padding:0;min-width:0}
.field>label:not(.choice),.field>legend{display:block;font-weight:600;padding:0;margin:0 0 var(--space-1)}
.field>input,.field>select,.field>textarea{width:100%;max-width:26rem}.field>input.short{max-width:10rem}
.hint{color:var(--ink-soft);margin:0 0 var(--space-1);font-size:var(--text-small)}
.error{color:var(--bad);font-weight:600;margin:0 0 var(--space-1)}.error::before{content:"! " / "";}
.warning{color:var(--warn);margin:var(--space-1) 0 0}
.dates{display:flex;gap:var(--space-3)}.dates label{font-size:var(--text-small)}.dates input{display:block;width:4rem}.dates input.year{width:5.5rem}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 var(--space-3);align-items:center;min-height:var(--target);padding:var(--space-2) var(--space-3);border:1px solid var(--line);border-radius:var(--radius);margin:0 0 var(--space-2);cursor:pointer}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft)}.choice .small{grid-column:2;font-weight:400}
.results{max-width:100%}
.saved{min-height:1.5rem;margin:0;font-size:var(--text-small);color:var(--ink-soft)}
.sum{margin:0 0 var(--space-5)}.sum>div{display:grid;grid-template-columns:minmax(8rem,1fr) minmax(0,2fr);gap:0 var(--space-4);border-bottom:1px solid var(--line);padding:var(--space-2) 0}.sum dt{color:var(--ink-soft)}.sum dd{margin:0;font-weight:600}.sum .warning{font-weight:400}
input[readonly]{background:var(--surface);border-style:dashed}progress{width:100%;accent-color:var(--accent)}.nowrap{white-space:nowrap}.number{font-size:var(--text-large);letter-spacing:.04em}
.notice button.link{justify-content:start;text-align:start}
details{margin:0 0 var(--space-3)}summary{cursor:pointer;min-height:var(--target);display:flex;align-items:center;gap:var(--space-2);color:var(--accent);font-weight:600}summary::before{content:"+" / "";font-size:1.2em}details[open]>summary::before{content:"–" / ""}
@media (max-width:30rem){.actions>button,.actions>.button{width:100%}.card{padding:var(--space-4)}.facts{grid-template-columns:1fr}.facts dd{margin-bottom:var(--space-2)}.sum>div{grid-template-columns:1fr}}
@media (forced-colors:active){.steps li{background:GrayText}.steps .done{background:CanvasText}.steps [aria-current]{background:Highlight}.choice:has(:checked),.card.mine{outline:2px solid Highlight}}`

/** The only style sheet of a frame, inlined in its page. */
export const style = tokens + base + frame
