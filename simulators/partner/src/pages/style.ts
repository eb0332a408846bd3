/**
 * The style sheet: the payroll's own rules beside the tokens and the elements that all pages share.
 *
 * Guide: partners/wattle-payroll
 */
import { base, tokens } from "@embedded-super/pages/tokens/index"

const own = `
body{min-height:100vh}
.skip{position:absolute;left:-100rem}.skip:focus{left:var(--space-3);top:var(--space-3);background:var(--paper);padding:var(--space-2) var(--space-3);z-index:1}
.bar{background:var(--surface);border-bottom:1px solid var(--line)}
.bar>div{max-width:72rem;margin:0 auto;padding:var(--space-3) var(--space-4);display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-5);align-items:center}
.brand{display:inline-flex;align-items:center;gap:var(--space-2);font-weight:700;font-size:var(--text-large);color:var(--ink);text-decoration:none;min-height:var(--target)}
.brand svg{color:var(--accent);flex:none}.blossom{fill:#e8b004}
.bar nav ul{display:flex;flex-wrap:wrap;gap:0 var(--space-1);list-style:none;margin:0;padding:0}
.bar nav{margin-right:auto}.bar nav a{display:flex;align-items:center;gap:var(--space-2);min-height:var(--target);padding:0 var(--space-3);border-radius:var(--radius);text-decoration:none;color:var(--ink);font-weight:500}
.bar nav a:hover{background:var(--accent-soft)}
.bar nav a[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:650}
.made-up{margin:0;font-size:var(--text-small);color:var(--ink-soft)}
main{max-width:72rem;margin:0 auto;padding:var(--space-5) var(--space-4) var(--space-7)}main:focus{outline:none}
main>h2,section>h2{margin-top:var(--space-6)}aside h2,.card h2,.beside h2{margin-top:0}
.hero{font-size:var(--text-hero);max-width:24ch;margin-bottom:var(--space-3)}
.lead{font-size:var(--text-large);color:var(--ink-soft);max-width:62ch}
.quiet{color:var(--ink-soft);font-size:var(--text-small)}button.quiet,.button.quiet{font-size:inherit}
.crumb{margin:0 0 var(--space-2);font-size:var(--text-small)}.crumb a::before{content:"← " / ""}
.crumb a{display:inline-block;padding:var(--space-1) 0}
.heading{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-4);margin-bottom:var(--space-3)}.heading h1,.heading p{margin:0}.heading>:has(.button){margin-left:auto}
.card,.rows>li,.step{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large)}
.card{padding:var(--space-4);margin:var(--space-4) 0;box-shadow:var(--shadow)}
.card>:last-child{margin-bottom:0}.card form+*,.card div+.quiet{margin-top:var(--space-3)}
.pill{display:inline-block;border-radius:99rem;padding:.15rem .7rem;font-size:var(--text-small);font-weight:600;white-space:nowrap;border:1px solid transparent}
.pill.good{color:var(--good);background:var(--good-soft)}.pill.bad{color:var(--bad);background:var(--bad-soft)}.pill.warn{color:var(--warn);background:var(--warn-soft)}.pill.plain{color:var(--ink-soft);background:var(--surface);border-color:var(--line)}
.count{background:var(--bad);color:var(--paper);border-radius:99rem;padding:0 .5rem;font-size:var(--text-small);font-weight:650}.count.plain{background:var(--surface);color:var(--ink-soft);border:1px solid var(--line)}
.note{display:block;border-left:.3rem solid var(--line-strong);background:var(--surface);padding:var(--space-3) var(--space-4);border-radius:var(--radius);margin:0 0 var(--space-4)}
.note.good{border-color:var(--good);background:var(--good-soft)}.note.bad{border-color:var(--bad);background:var(--bad-soft)}.note.warn{border-color:var(--warn);background:var(--warn-soft)}
.note.bad a,.note.warn a,.note.good a,.note.bad .quiet{color:var(--ink)}.note>:last-child{margin-bottom:0}.note[hidden]{display:none}
.empty{border:1px dashed var(--line-strong);border-radius:var(--radius-large);padding:var(--space-5) var(--space-4);color:var(--ink-soft);text-align:center}
.steps{list-style:none;padding:0;margin:var(--space-6) 0 var(--space-4);display:grid;gap:var(--space-4);grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
.step{padding:var(--space-5);display:flex;flex-direction:column;align-items:flex-start}.step h2{margin:var(--space-3) 0 var(--space-2)}.step p:last-child{margin:auto 0 0}
.step .number{display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;font-weight:700;background:var(--surface);border:1px solid var(--line-strong)}
.step.next{border:2px solid var(--accent);padding:calc(var(--space-5) - 1px);box-shadow:var(--shadow)}.step.next .number{background:var(--accent-fill);color:var(--on-accent);border-color:transparent}
.step.done .number{background:var(--good-soft);color:var(--good);border-color:var(--good)}
.tiles{list-style:none;padding:0;display:grid;gap:var(--space-3) var(--space-5);grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
.tiles li{color:var(--ink-soft)}.tiles a{display:block;font-weight:650;font-size:var(--text-large);padding:var(--space-1) 0}
.rows{list-style:none;padding:0;margin:0 0 var(--space-4);display:grid;gap:var(--space-2)}
.rows>li{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-4);padding:var(--space-3) var(--space-4)}
.who{flex:1 1 14rem;min-width:0}.who a{font-weight:600;display:inline-block;padding:var(--space-1) 0}.who .quiet{display:block}
.rows form,.actions form{margin:0}.rows button{min-height:2.25rem;padding-block:var(--space-1)}
.plain-list{list-style:none;padding:0;margin:0}
.card>.facts:last-child{margin:0}.facts{display:grid;gap:var(--space-3) var(--space-5);grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));margin:0 0 var(--space-4)}
.facts dt{font-size:var(--text-small);color:var(--ink-soft)}.facts dd{margin:0}
.tabs ul{display:flex;gap:var(--space-1);list-style:none;margin:0 0 var(--space-5);padding:0;border-bottom:1px solid var(--line)}
.tabs a{display:flex;align-items:center;min-height:var(--target);padding:0 var(--space-4);text-decoration:none;color:var(--ink-soft);border-bottom:3px solid transparent;margin-bottom:-1px;font-weight:600}
.tabs a[aria-current]{color:var(--accent);border-color:var(--accent)}
.beside{display:grid;gap:var(--space-5)}
@media (min-width:60rem){.beside{grid-template-columns:minmax(0,1fr) 19rem;align-items:start}.beside aside .facts{grid-template-columns:1fr}}
aside{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-4)}aside>div>:last-child{margin-bottom:0}
.frame{max-width:52rem;border:1px solid var(--line);border-radius:var(--radius-large);overflow:hidden;background:var(--paper);box-shadow:var(--shadow);min-height:12rem}
.frame.phone{max-width:25.5rem;margin-inline:auto;border:.6rem solid var(--ink);border-radius:2.2rem;min-height:40rem}
.after-frame{margin:var(--space-2) 0;font-size:var(--text-small)}.phone~.after-frame{text-align:center}
.how{margin:var(--space-4) 0 0;font-size:var(--text-small);color:var(--ink-soft)}.how summary{padding:var(--space-2) 0}.how ul{margin:0;padding-left:1.25rem}
.messages{max-height:16rem;overflow:auto;padding-left:1.5rem}
summary{cursor:pointer;font-weight:600}.card>summary{font-size:var(--text-large)}.card[open]>summary{margin-bottom:var(--space-3)}
.field{display:grid;gap:var(--space-1);margin:0 0 var(--space-4);max-width:28rem}.field label,legend{font-weight:600}.hint{font-size:var(--text-small);color:var(--ink-soft)}.mistake{color:var(--bad);font-size:var(--text-small);font-weight:600}
fieldset{border:0;padding:0;margin:0 0 var(--space-3);min-width:0}.choice{display:flex;gap:var(--space-3);align-items:flex-start;margin:var(--space-2) 0}.choice label{min-width:0}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-2);margin:var(--space-3) 0}.tips{list-style:disc;margin:0 0 var(--space-3);padding-left:1.25rem;color:var(--ink-soft)}
.resolve{display:flex;flex-wrap:wrap;gap:var(--space-3);align-items:end;border-top:1px solid var(--line);padding-top:var(--space-3)}.resolve .field{margin:0;flex:1 1 14rem}
.board{display:grid;gap:var(--space-4);grid-template-columns:repeat(auto-fit,minmax(min(12.5rem,100%),1fr));align-items:start;margin-bottom:var(--space-4)}
.board section{background:var(--surface);border-radius:var(--radius-large);padding:var(--space-3)}.board h2{font-size:var(--text);display:flex;justify-content:space-between;margin:0 0 var(--space-1)}
.board ul{list-style:none;padding:0;margin:0}.board .card{padding:var(--space-3);margin:var(--space-2) 0 0}.board .card p{margin:0 0 var(--space-1)}
progress{accent-color:var(--accent);width:100%;max-width:16rem;height:.75rem}.meter{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-3);align-items:center}.meter label{font-weight:600}.meter progress{flex:1 1 8rem}.board progress{display:block;max-width:none}
.log{list-style:none;padding:0;margin:0;border:1px solid var(--line);border-radius:var(--radius-large);overflow:hidden}
.log>li+li{border-top:1px solid var(--line)}.log summary{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-4);align-items:center;padding:var(--space-3) var(--space-4);list-style:none}
.log summary::-webkit-details-marker{display:none}.log summary::before{content:"▸" / "";color:var(--ink-soft)}.log details[open]>summary::before{content:"▾" / ""}
.log summary:focus-visible{outline-offset:-3px}.log .when{color:var(--ink-soft);font-size:var(--text-small);font-weight:400}.log .what{flex:1 1 14rem;min-width:0;display:flex;flex-wrap:wrap;gap:0 var(--space-3);align-items:baseline}.log .what .quiet{font-weight:400}
.inside{padding:0 var(--space-4) var(--space-4)}.inside h3{margin-top:var(--space-4)}
pre{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:var(--space-3);overflow:auto;max-height:24rem;margin:0 0 var(--space-3);font-size:var(--text-small);overflow-wrap:normal}pre.mail{white-space:pre-wrap;overflow-wrap:anywhere;max-height:none}
@media (max-width:40rem){.made-up{order:3;width:100%}.bar>div{padding-bottom:var(--space-2)}.bar nav{margin:0 calc(-1*var(--space-3))}.hero{font-size:var(--text-title)}.frame.phone{border-width:.25rem;border-radius:1.2rem}}
@media (forced-colors:active){.pill,.card,.step,.count{border:1px solid CanvasText}.step.next{border:3px solid Highlight}.bar nav a[aria-current]{border:2px solid Highlight}.tabs a[aria-current]{border-color:Highlight}}
`

export const style = `${tokens}\n${base}\n${own}`
