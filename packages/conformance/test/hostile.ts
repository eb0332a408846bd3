import type * as S from "@embedded-super/contracts/schemas"
import { call, sample } from "./samples.ts"

/** What a server or a profile may put into a report to break out of a format. */
export const hostile: ReadonlyArray<string> = [
  `<script>document.title="hacked"</script>`,
  `"><img src=x onerror=document.title='hacked'>`,
  "</style></title></pre><h1>Conforms</h1>",
  "]]><failure/><![CDATA[ -->",
  "&lt;b&gt; &#60;b&#62;",
  "| a | b |\\n| --- | --- |",
  "[press](javascript:alert(1)) ![x](https://evil.example/pixel.png) <https://evil.example>",
  "```` *a* _b_ ~c~ `d` #1 @octocat $e$ https://evil.example www.evil.example",
  "\u0000\u0007\u001b[2J\u001b]8;;https://evil.example\u0007press\u001b]8;;\u0007\u009b31m",
  "\u202egpj.exe \u2066x\u2069 \u200f \ufeff",
  "\ud800 \udfff \ufffe \uffff",
  `'"; rm -rf / #\` $(id) \${HOME}`
]

/** A report in which every text is one of these. */
export const hostileReport = (text: string): S.CheckReport =>
  sample({
    name: text,
    exchanges: [
      call(
        1,
        {
          body: { [text]: text, status: text },
          url: `https://api.banksia.example/v1/${text}?${text}=${text}`
        },
        {
          status: 500,
          body: JSON.stringify({ code: text, detail: text, [text]: [text] }),
          headers: { "content-type": `text/html; ${text}`, location: text, [text]: text, allow: text }
        }
      )
    ],
    checks: [
      {
        id: "PRIVACY-4-1",
        title: text,
        hint: text,
        outcome: { verdict: "fail", cause: text, expected: text, actual: text, exchange: "e1" }
      },
      {
        id: "PRIVACY-4-2",
        level: "SHOULD",
        outcome: { verdict: "fail", cause: `x${text}`, expected: text, actual: text }
      },
      { id: "PRIVACY-4-3", title: text, outcome: { verdict: "not_observed", why: text } },
      { id: "PRIVACY-4-4", title: text, outcome: { verdict: "error", why: text } }
    ]
  })
