/** Header, lights, navigation, headings. */
export const frame = `
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
