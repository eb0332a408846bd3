/** The one style sheet: the Workbench's own rules beside the tokens and the elements that all pages share. */
import { base, tokens } from "@embedded-super/pages/tokens/index"

/** Header, lights, navigation, headings. */
const frame = `
body{background:var(--surface);min-height:100vh}
.skip{position:absolute;left:-100rem}.skip:focus{left:var(--space-3);top:var(--space-3);background:var(--paper);padding:var(--space-2) var(--space-3);z-index:1}
.symbols{position:absolute}
.bar{background:var(--paper);border-bottom:1px solid var(--line)}
.top,.lights,main{max-width:96rem;margin-inline:auto;padding-inline:var(--space-4)}
.top{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-5);align-items:center;padding-block:var(--space-2)}
.brand{display:inline-flex;align-items:center;gap:var(--space-2);font-weight:700;font-size:var(--text-large);color:var(--ink);text-decoration:none;min-height:var(--target)}
.brand svg{color:var(--accent);flex:none}.brand small{font-weight:400;font-size:1em;color:var(--ink-soft);white-space:nowrap}
.top nav{margin-right:auto}.top nav ul{display:flex;flex-wrap:wrap;gap:0 var(--space-1);list-style:none;margin:0;padding:0}
.top nav a{display:flex;align-items:center;min-height:var(--target);padding:0 var(--space-3);border-radius:var(--radius);text-decoration:none;color:var(--ink);font-weight:500}
.top nav a:hover{background:var(--accent-soft)}.top nav a[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:650}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-4);margin:0}.ways a:not(.button){display:flex;align-items:center;min-height:var(--target)}
.lights{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-5);align-items:flex-start;padding-block:var(--space-1) var(--space-3);font-size:var(--text-small)}
.lights ul{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-6);list-style:none;margin:0;padding:0;flex:1 1 auto}.lights p{margin:0}
.light{max-width:100%}.light>p{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2)}.address{min-height:1.75rem;padding-left:1.2rem}.light .why{padding-left:1.2rem}
.lamp{width:.7rem;height:.7rem;border-radius:50%;flex:none;background:var(--good)}.down .lamp{background:none;border:.2rem solid var(--bad)}
.light .state{white-space:nowrap;color:var(--good);font-weight:600}.down .state{color:var(--bad)}.light .why{flex-basis:100%;color:var(--bad)}.address code{color:var(--ink-soft)}.check-link{display:inline-block;padding-block:var(--space-1)}
.clock{display:flex;flex-wrap:wrap;gap:0 var(--space-3);align-items:baseline}.clock time{font-size:var(--text-large);font-weight:650;font-variant-numeric:tabular-nums}
.offline .lamp{background:none;border:.15rem dashed var(--ink-soft)}.offline .light .state,.offline .clock time{color:var(--ink-soft)}
#lost{margin:0 max(var(--space-4),(100% - 94rem)/2) var(--space-3)}
main{padding-block:var(--space-5) var(--space-7)}main:focus{outline:none}main section>h2,#pulled>h2{margin-top:var(--space-5)}
.card>h2,.card h2,.note h2,.note h4{margin-top:0}main h2.visually-hidden{margin:0}
.heading{display:flex;flex-wrap:wrap;align-items:baseline;gap:var(--space-1) var(--space-4);margin-bottom:var(--space-3)}.heading>*{margin:0}
.quiet{color:var(--ink-soft);font-size:var(--text-small)}button.quiet,.button.quiet{font-size:inherit}
.crumb{margin:0 0 var(--space-1);font-size:var(--text-small)}.crumb a{display:inline-block;padding:var(--space-1) 0}.crumb a::before{content:"← " / ""}
.copy{display:none}.js .copy{display:inline-flex;width:1.75rem;min-height:1.75rem;padding:0;background:transparent;color:var(--ink-soft);border-color:transparent;vertical-align:middle}.js .copy:hover{background:var(--accent-soft);color:var(--accent)}.js .copy.done{background:var(--good-soft);color:var(--good);border-color:var(--good)}
.follow{display:none}.js .follow{display:inline-flex;margin-left:auto;background:var(--paper);color:var(--ink);border-color:var(--line-strong)}
.follow::before{content:"" / "";width:.7rem;height:.7rem;border-radius:50%;border:2px solid var(--ink-soft)}.follow[aria-pressed=true]::before{background:var(--good);border-color:var(--good)}
.follow[aria-pressed=true]{border-color:var(--good);color:var(--good);background:var(--good-soft)}
.offline .follow[aria-pressed=true]{border-color:var(--line-strong);color:var(--ink-soft);background:var(--paper)}.offline .follow[aria-pressed=true]::before{background:none;border-color:var(--ink-soft)}
@media (max-width:48rem){.address code{font-size:.85em}.lights ul{gap:0;flex-direction:column}.light{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center}.address,.light .why{padding-left:0}.light .why{flex-basis:100%}.top nav{margin-inline:calc(-1*var(--space-2));order:3;width:100%}.top nav a{padding:0 var(--space-2)}main{padding-block-start:var(--space-4)}.light{column-gap:var(--space-2)}.clock{margin-top:var(--space-1)!important}}
@media (forced-colors:active){.top nav a[aria-current]{border:2px solid Highlight}.lamp{background:CanvasText}.down .lamp{border-color:CanvasText}.follow::before,.follow[aria-pressed=true]::before{border-color:ButtonFace}.js .copy{background:ButtonFace;color:ButtonText;border-color:ButtonText}.js .follow{background:ButtonFace;color:ButtonText;border-color:ButtonText}.js .follow[aria-pressed=true]{background:Highlight;color:HighlightText}.follow[aria-pressed=true]::before{background:HighlightText}}
`

/** Forms, cards, notes, tables, boards, levers. */
const parts = `
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
.compared h3{margin-top:var(--space-4)}.compared .card h3{margin-top:0}.compared .two{margin-block:var(--space-4) var(--space-2)}.compared table{table-layout:fixed}.compared :is(th,td),.compared td:first-child{min-width:0;overflow-wrap:anywhere}
@media (max-width:48rem){table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:var(--space-2) var(--space-3);border-bottom:1px solid var(--line)}tr:last-child{border:0}td,td:first-child{border:0;padding:var(--space-1) 0;min-width:0;overflow-wrap:anywhere}td::before{content:attr(data-column);display:block;font-size:var(--text-small);color:var(--ink-soft)}}
label.check{display:flex;align-items:center;gap:var(--space-2);font-weight:400;min-height:var(--target)}label.check input{width:auto;flex:none}
#now{display:flex;flex-wrap:wrap;gap:var(--space-4)}#now>section{flex:1 1 15rem;min-width:0}#now>section+section{flex-grow:3;flex-basis:30rem}#now .card{margin:0}#now h2{margin-top:0}td .quiet{display:inline-block}#now section{margin:0}
.board{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(12rem,22rem);gap:var(--space-3);align-items:start;padding-bottom:var(--space-2)}
.column{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-3)}.column h3{display:flex;align-items:flex-start;justify-content:space-between;gap:var(--space-2);margin:0 0 var(--space-2)}.column details{margin-bottom:calc(-1*var(--space-2))}.column summary{font-size:var(--text-small);font-weight:500;color:var(--ink-soft)}
.count{flex:none;background:var(--surface);border:1px solid var(--line);border-radius:99rem;padding:0 .6rem;font-size:var(--text-small);color:var(--ink-soft)}
.cards{list-style:none;margin:0;padding:0;display:grid;gap:var(--space-2)}.cards .card{padding:var(--space-3);background:var(--surface)}.cards p{margin:0 0 var(--space-1)}.cards a{display:inline-block;padding:var(--space-1) 0;font-weight:600}.column details[open]{margin-bottom:var(--space-2)}.waits{color:var(--warn);font-size:var(--text-small)}
.levers{columns:22rem;column-gap:var(--space-4)}.levers>.note{column-span:all}.lever{break-inside:avoid;margin-bottom:var(--space-4)}.lever form+form,.lever form+div:not(.note){margin-top:var(--space-4);padding-top:var(--space-3);border-top:1px solid var(--line)}.lever form{display:grid;gap:var(--space-3)}.lever .actions{margin:0}.lever ul{margin:0;padding-left:1.25rem}.lever .note{margin:var(--space-3) 0 0;background:var(--surface)}
.checks{display:grid;gap:var(--space-4)}.checked h3{margin-top:0}.checked div:empty{display:none}.checked .actions+pre{margin-top:var(--space-3)}.checked form .actions{margin:0 0 var(--space-3)}.progress{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-3);align-items:center}.progress progress{flex:1 1 12rem;max-width:30rem;height:.75rem;accent-color:var(--accent)}
.findings{list-style:none;margin:0 0 var(--space-3);padding:0;display:grid;gap:var(--space-3)}.finding{background:var(--surface)}.finding p{margin:0 0 var(--space-1)}.finding dl{margin:var(--space-2) 0 0;display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:var(--space-1) var(--space-3)}.finding dt{color:var(--ink-soft);font-size:var(--text-small)}.finding dd{margin:0;min-width:0;overflow-wrap:anywhere}
@media (max-width:48rem){.finding dl{display:block}.finding dd{margin-bottom:var(--space-2)}}
.command{display:flex;gap:var(--space-2);align-items:start;margin-bottom:var(--space-2)}.command pre{flex:1 1 auto;min-width:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media (forced-colors:active){.card,.column,.note,.count{flex:none;border:1px solid CanvasText}}
`

/**
 * Lists of entries. Each row has three lanes - partner, service, fund - whose lines continue from row to row, so that a
 * list reads as a sequence diagram.
 */
const entries = `
.entries{list-style:none;margin:0;padding:0;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large);overflow:clip}
.entries:not(:has(li)),.lane-names:has(+.entries:not(:has(li))){display:none!important}
.listed{container-type:inline-size;--lane:6.5rem}
.entry{display:grid;grid-template-columns:4.6rem var(--lane) minmax(0,1fr);grid-template-areas:"day day day" "reason reason reason" "when lane how" "when lane took" "what what what" "ids ids ids" "others others others";column-gap:var(--space-3);border-left:.25rem solid transparent}
.entry+.entry{border-top:1px solid var(--line)}.entry>p{margin:0}
.entry>.day{grid-area:day;background:var(--surface);border-bottom:1px solid var(--line);padding:var(--space-1) var(--space-3);font-size:var(--text-small);font-weight:650;color:var(--ink-soft);margin-left:-.25rem}
.when{grid-area:when;padding:var(--space-2) 0 0 var(--space-3);font-variant-numeric:tabular-nums;font-size:var(--text-small);font-weight:600;white-space:nowrap}
.gap{display:block;color:var(--ink-soft);font-weight:400}
.lane{grid-area:lane;width:var(--lane);padding-top:.55rem;color:var(--ink-soft);
background:linear-gradient(var(--line),var(--line)) 15% 0/1px 100% no-repeat,linear-gradient(var(--line),var(--line)) 50% 0/1px 100% no-repeat,linear-gradient(var(--line),var(--line)) 85% 0/1px 100% no-repeat}
.lane svg{display:block;width:var(--lane);height:1.5rem}
.how{grid-area:how;padding:var(--space-2) var(--space-3) 0 0;text-align:end}.took{grid-area:took;padding:0 var(--space-3) 0 0;text-align:end}
.ms{font-size:var(--text-small);color:var(--ink-soft);font-variant-numeric:tabular-nums;white-space:nowrap}
.what{grid-area:what;padding:0 var(--space-3)}.what a{display:block;padding:var(--space-2) 0 var(--space-1);color:var(--ink);text-decoration:none}.what a:hover{text-decoration:underline}
.ids{grid-area:ids;padding:0 var(--space-3) var(--space-2);font-size:var(--text-small);color:var(--ink-soft);display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-3);align-items:center}
.ids:has(~.others){padding-bottom:0!important}.others{grid-area:others;padding:0 var(--space-3) var(--space-2);font-size:var(--text-small)}.other{display:flex;flex-wrap:wrap;gap:0 var(--space-2);align-items:baseline;margin:0;color:var(--ink-soft)}.other a{color:var(--ink);padding:var(--space-1) 0;text-decoration:none}.other a:hover{text-decoration:underline}.other .pill{font-size:.75rem}
.who{font-weight:600}.things{display:flex;flex-wrap:wrap;gap:var(--space-1)}
.thing{display:inline-flex;flex-wrap:wrap;align-items:center;gap:0 var(--space-1);min-height:1.6rem;padding:0 var(--space-2);border:1px solid var(--line);border-radius:99rem;text-decoration:none;background:var(--paper)}
.thing span{color:var(--ink-soft)}.thing:hover{border-color:var(--accent);background:var(--accent-soft)}
.failed,.stopped{border-left-color:var(--bad);background:var(--bad-soft)}.failed .what a,.stopped .what a{font-weight:600}.failed>.lane,.refused>.lane,.stopped>.lane{color:var(--bad)}
.refused{border-left-color:var(--bad)}.waiting{border-left-color:var(--warn)}.waiting:has(.call){background:var(--warn-soft)}.waiting>.lane{color:var(--warn)}.changed{border-left-color:var(--accent)}.changed>.lane{color:var(--accent)}.good>.lane{color:var(--good)}
.entry:hover{background-color:var(--accent-soft)}.entry.open{background:var(--accent-soft);box-shadow:inset 0 0 0 2px var(--accent)}
.pill{flex:none;max-width:100%;display:inline-block;border-radius:99rem;padding:.05rem .65rem;font-size:var(--text-small);font-weight:650;border:1px solid transparent;color:var(--ink-soft);background:var(--surface);border-color:var(--line)}
.how .pill{white-space:nowrap}.pill::before{content:"•" / "";margin-right:.4em}
.pill.good{color:var(--good);background:var(--good-soft);border-color:transparent}.pill.good::before{content:"✓" / ""}
.pill.failed{color:var(--paper);background:var(--bad);border-color:transparent}.pill.failed::before{content:"✕" / ""}
.pill.refused{color:var(--bad);background:var(--bad-soft);border-color:var(--bad)}.pill.refused::before{content:"⊘" / ""}
.pill.waiting{color:var(--warn);background:var(--warn-soft);border-color:transparent}.pill.waiting::before{content:"◷" / ""}
.pill.stopped{color:var(--paper);background:var(--warn);border-color:transparent}.pill.stopped::before{content:"‖" / ""}
.pill.changed{color:var(--accent);background:var(--accent-soft);border-color:transparent}.pill.changed::before{content:"✎" / ""}
.lane-names{display:none}.paging{display:flex;flex-wrap:wrap;gap:var(--space-3);margin:var(--space-4) 0 0}
.reason{grid-area:reason;padding:var(--space-2) var(--space-3);font-size:var(--text-small);color:var(--ink-soft);background:var(--surface);border-bottom:1px dashed var(--line);margin-left:-.25rem!important}.reason::before{content:"⋮ " / ""}
.deep-1>:is(.what,.ids,.others){padding-left:1.5rem}.deep-2>:is(.what,.ids,.others){padding-left:2.25rem}.deep-3>:is(.what,.ids,.others){padding-left:3rem}.deep-4>:is(.what,.ids,.others){padding-left:3.75rem}.deep-5>:is(.what,.ids,.others){padding-left:4.5rem}.deep-6>:is(.what,.ids,.others){padding-left:5.25rem}
[class*=deep-]:not(.deep-0)>.what a::before{content:"↳ " / "";color:var(--ink-soft)}
#peek{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-4);box-shadow:var(--shadow)}#peek>.actions{justify-content:space-between;align-items:center;margin-top:0}#peek .two{grid-template-columns:minmax(0,1fr)}#peek .crumb{display:none}#peek h1{font-size:var(--text-large)}#peek:focus{outline:none}
@container (max-width:21rem){
.entry{grid-template-columns:minmax(0,1fr) auto;grid-template-areas:"day day" "reason reason" "when when" "how took" "what what" "ids ids" "others others"}.lane{display:none}.how{text-align:start;padding-left:var(--space-3)}.took{padding-top:var(--space-2)}.gap{display:inline}
[class*=deep-]:not(.deep-0)>:is(.what,.ids,.others){padding-left:1.5rem}
}
@container (min-width:44rem){
.entry,.lane-names{--lane:8.5rem}
.entry{grid-template-columns:5.5rem var(--lane) minmax(0,1fr) max-content;grid-template-areas:"day day day day" "reason reason reason reason" "when lane what how" "when lane ids took" "when lane others others"}
.what{padding:0}.ids,.others{padding:0 var(--space-3) var(--space-2) 0}.what a{padding:var(--space-2) 0 var(--space-1)}.when{padding-top:.6rem}.took{align-self:center;padding-bottom:var(--space-2)}
.lane-names{display:grid;grid-template-columns:30% 40% 30%;width:var(--lane);margin:0 0 var(--space-1) calc(5.75rem + var(--space-3) + 1px);font-size:.6875rem;color:var(--ink-soft);text-transform:capitalize;white-space:nowrap}.lane-names span{display:flex;justify-content:center}
.deep-1>:is(.what,.ids,.others){padding-left:1.25rem}.deep-2>:is(.what,.ids,.others){padding-left:2.5rem}.deep-3>:is(.what,.ids,.others){padding-left:3.75rem}.deep-4>:is(.what,.ids,.others){padding-left:5rem}.deep-5>:is(.what,.ids,.others){padding-left:6.25rem}.deep-6>:is(.what,.ids,.others){padding-left:8.5rem}
}
@media (min-width:75rem){.split:has(#peek:not([hidden])) .listed :is(.call,.things){display:none}.split:has(#peek:not([hidden])){display:grid;grid-template-columns:minmax(0,4fr) minmax(0,5fr);gap:var(--space-4);align-items:start}#peek{position:sticky;top:var(--space-4);max-height:calc(100vh - 2*var(--space-4));overflow:auto}}
@media (prefers-reduced-motion:no-preference){.entry.new{animation:arrive 1.2s ease-out}}
@keyframes arrive{from{background-color:var(--accent-soft)}}
@media (forced-colors:active){.entry{border-left-color:Canvas}.pill,.thing{border:1px solid CanvasText}.pill.failed,.pill.stopped{border-width:3px}.failed,.stopped,.refused,.waiting,.changed{border-left-color:CanvasText}.lane,.good>.lane,.failed>.lane{color:CanvasText!important}.lane{background:none}.entry.open{outline:3px solid Highlight;outline-offset:-3px}}
`

export const style = [tokens, base, frame, parts, entries].join("\n")
