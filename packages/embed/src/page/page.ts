import { createHash } from "node:crypto"
import { base, tokens } from "@embedded-super/pages/tokens/index"

/** The three apps that a frame can show. */
export type App = "super_settings" | "onboarding" | "intent"

/** Where the service writes who operates it, as JSON: the only part of a page that isn't known when it is built. */
export const OPERATOR_PLACE = "%operator%"

/** The parts of a built page. */
export interface PageParts {
  readonly app: App
  readonly language: string
  readonly title: string
  /** The text that is shown until the script has the view. */
  readonly loading: string
  readonly withoutScript: string
  readonly style: string
  readonly opener: string
  /** The app's only script: every further one would be a request more before the form. */
  readonly script: string
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * An app's page: a static shell, the same for everyone. It holds no data but the operator's, so it may be fetched before it
 * is opened.
 */
export const pageOf = ({
  language,
  loading,
  opener,
  script,
  style,
  title,
  withoutScript
}: PageParts): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="operator" content="${OPERATOR_PLACE}"><title>${title}</title><link rel="icon" href="data:,">
<style>${style}</style><script>${opener}</script>
<script type="module" src="/embed/assets/${script}"></script></head>
<body><div id="app"><main class="shell"><p role="status">${loading}</p><div class="bar"></div><div class="bar wide"></div><div class="bar"></div></main></div>
<noscript><p class="shell">${withoutScript}</p></noscript></body></html>
`

/**
 * The page's content security policy, without `frame-ancestors`, which depends on the partner's product: this host only,
 * and of inline scripts and styles exactly those in the page.
 */
export const policyOf = ({ opener, style }: Pick<PageParts, "opener" | "style">): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hash(opener)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")

/** The frame's layout: everything in one column and in the flow, so that its height is its content's. */
const frame = `
/* What is between a text and the screen's edge stays narrow when the text is large: no word is broken in two at 200 %. */
:root{--inset:min(var(--space-4),4.5vw)}
#app{max-width:40rem;margin:0 auto;padding:var(--space-3) var(--inset) var(--space-5)}
/* Numbers and bullets are beside the text, also where it is large: they must not hang out of the frame. */
ul{padding-left:max(min(1.5rem,6vw),.95em)}ol{padding-left:max(min(1.5rem,6vw),1.3em)}
.shell{color:var(--ink-soft)}#app:has(.shell,.loading){display:flex;flex-direction:column;min-height:max(26rem,var(--shown-height,0px))}.loading{flex:1}
.bar{height:2.75rem;border-radius:var(--radius);background:var(--surface);margin:0 0 var(--space-4);max-width:60%}.bar.wide{max-width:100%}
main:focus,h1:focus{outline:none}
h1{margin-bottom:var(--space-3);font-size:min(var(--text-title),12vw)}h1:lang(zh),h2:lang(zh){word-break:keep-all}:root:lang(zh){--font:system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
form>h2{margin:var(--space-6) 0 var(--space-3)}form>h2:first-child{margin-top:0}
.sandbox{display:inline-block;font-size:var(--text-small);font-weight:600;color:var(--warn);background:var(--warn-soft);border-radius:var(--radius);padding:var(--space-1) var(--space-3);margin:0 0 var(--space-3)}
.steps{display:flex;align-items:center;gap:var(--space-1);min-height:.5rem;list-style:none;margin:0 0 var(--space-2);padding:0}.steps li{flex:1;height:.3rem;border-radius:var(--radius);background:var(--line)}.steps .done,.steps [aria-current]{background:var(--accent)}.steps [aria-current]{height:.5rem}
.about{font-size:var(--text-small);font-weight:600;color:var(--ink-soft);margin:0 0 var(--space-1)}
.step{font-size:var(--text-small);color:var(--ink-soft);margin:0 0 var(--space-3)}
.card>:last-child{margin-bottom:0}.card>.row:not(:last-child){margin:0 0 var(--space-2)}span.row .link{min-height:1.75rem;padding-block:0}.card>.label{margin:0}.card{border:1px solid var(--line);border-radius:var(--radius-large);padding:var(--space-4) var(--space-5);margin:0 0 var(--space-4);background:var(--paper)}
.card.mine{border-color:var(--accent);background:var(--accent-soft)}
.facts{display:grid;grid-template-columns:minmax(6rem,max-content) minmax(0,1fr);gap:var(--space-1) var(--space-4);margin:0 0 var(--space-3)}.facts dt{color:var(--ink-soft)}.facts dd{margin:0;font-weight:600}
.row>h2{margin:0}.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--space-2) var(--space-4)}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-3);align-items:center;margin:var(--space-5) 0 var(--space-3)}
@media (forced-colors:none){button:not(.quiet,.link),.button:not(.quiet){border-color:var(--accent)}}
.small{font-size:var(--text-small);color:var(--ink-soft)}
.pill{display:inline-block;font-size:var(--text-small);font-weight:600;border-radius:1rem;padding:.1rem var(--space-3)}.pill.ok{color:var(--good);background:var(--good-soft)}.pill.todo{color:var(--warn);background:var(--warn-soft)}.pill.off{color:var(--ink-soft);background:var(--surface)}
.notice{border-left:.3rem solid var(--line-strong);background:var(--surface);border-radius:var(--radius);padding:var(--space-3) var(--inset);margin:0 0 var(--space-4)}.notice>:last-child{margin-bottom:0}
.notice.good{border-color:var(--good);background:var(--good-soft)}.notice.bad{border-color:var(--bad);background:var(--bad-soft)}.notice.warn{border-color:var(--warn);background:var(--warn-soft)}
.notice ul{margin:0;padding-left:max(min(1.2rem,6vw),.95em)}.notice ul.plain{list-style:none;padding:0}.notice.bad :is(a,.link){color:var(--bad);font-weight:600}
.field{margin:0 0 var(--space-4);border:0;padding:0;min-width:0}
.field>label:not(.choice),.field>legend{display:block;font-weight:600;padding:0;margin:0 0 var(--space-1)}
.field>:is(input,select){width:100%;max-width:26rem}.field>input.short{max-width:10rem}
/* Browsers indent the text of a list by 4 px more than a box's. */
.field>select{padding-left:calc(var(--space-3) - 4px)}
.hint{color:var(--ink-soft);margin:0 0 var(--space-1);font-size:var(--text-small)}
.error{color:var(--bad);font-weight:600;margin:0 0 var(--space-1)}.error::before{content:"! " / "";}
.warning{color:var(--warn);margin:var(--space-1) 0 0}
.dates{display:flex;flex-wrap:wrap;gap:var(--space-3)}.dates label{font-size:var(--text-small)}.dates input{display:block;width:4rem;font-size:var(--text)}.dates input.year{width:5.5rem}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 min(var(--space-3),3.4vw);align-items:start;min-height:var(--target);padding:calc(var(--space-2) + .125rem) min(var(--space-3),3.4vw);border:1px solid var(--line-strong);border-radius:var(--radius);margin:0 0 var(--space-2);cursor:pointer}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft)}.choice input{margin-top:.125rem}.choice .small{grid-column:2;font-weight:400}.choice:has(:disabled){color:var(--ink-soft);background:var(--surface);cursor:default}
.results{max-width:100%}
.who{border-top:1px solid var(--line);margin-top:var(--space-5);padding-top:var(--space-3);font-size:var(--text-small);color:var(--ink-soft)}.who p{margin:0 0 var(--space-1)}.who ul{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 var(--space-4);list-style:none;margin:0;padding:0}.who a{display:inline-block;padding-block:var(--space-1)}
.saved{min-height:1.5rem;margin:0;font-size:var(--text-small);color:var(--ink-soft)}
.sum{margin:0 0 var(--space-5)}.sum>div{display:grid;grid-template-columns:minmax(8rem,1fr) minmax(0,2fr);gap:0 var(--space-4);border-bottom:1px solid var(--line);padding:var(--space-2) 0}.sum dt{color:var(--ink-soft)}.sum dd{margin:0;font-weight:600}.sum .warning{font-weight:400}
input[readonly]{background:var(--surface);border-style:dashed}progress{width:100%;accent-color:var(--accent)}.nowrap{display:inline-block}.number{font-size:var(--text-large);letter-spacing:.04em}
details{margin:0 0 var(--space-3)}.folded{border-left:3px solid var(--line);padding-left:var(--space-4);margin:var(--space-1) 0 var(--space-4)}.folded>:last-child{margin-bottom:0}
.numbered a,.notice .link{display:inline-block}.notice .link{min-height:1.75rem;padding-block:0}li .link{vertical-align:top}.steps+h1{margin-top:var(--space-4)}.numbered>li+li{margin-top:var(--space-3)}li>.facts{margin:var(--space-2) 0 0}.results>.field:last-of-type{margin-bottom:var(--space-2)}summary{cursor:pointer;min-height:var(--target);display:flex;align-items:center;gap:var(--space-2);color:var(--accent);font-weight:600}summary::before{content:"+" / "";font-size:1.2em}details[open]>summary::before{content:"–" / ""}
@media (max-width:30rem){.actions>button,.actions>.button{width:100%}.card{padding:var(--space-4) var(--inset)}.facts{grid-template-columns:1fr}.facts dd{margin-bottom:var(--space-2)}.sum>div{grid-template-columns:1fr}}
@media (forced-colors:active){.steps li{background:Canvas;border:1px solid CanvasText}.steps .done{background:CanvasText}.steps [aria-current]{background:Highlight}.choice:has(:checked){outline:2px solid Highlight}.notice.bad .link{color:LinkText}.notice,.pill,.sandbox{border:1px solid CanvasText}.notice{border-left-width:.3rem}.choice:has(:disabled){color:GrayText;border-color:GrayText}}`

/** The only style sheet of a frame, inlined in its page. */
export const style = tokens + base + frame
