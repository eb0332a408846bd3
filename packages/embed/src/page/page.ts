import { createHash } from "node:crypto"

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
