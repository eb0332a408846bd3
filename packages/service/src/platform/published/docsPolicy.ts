import { createHash } from "node:crypto"

const inlineScript = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script\s*>/gi

/** The scripts that stand in a page, as CSP names them: their SHA-256. */
const hashesOf = (html: string): ReadonlyArray<string> => [
  ...new Set(
    [...html.matchAll(inlineScript)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )
  )
]

/**
 * What a page of the docs may load and run: this host's files and its own inline scripts. Style attributes carry the colours of
 * code samples; search is WebAssembly, and that of the API references a worker made from a blob.
 */
export const docsPolicy = (html = ""): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashesOf(html)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
