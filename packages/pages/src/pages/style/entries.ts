/**
 * Lists of entries. Each row has three lanes - partner, service, fund - whose lines continue from row to row, so that a
 * list reads as a sequence diagram.
 */
export const entries = `
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
