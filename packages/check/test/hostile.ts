import type * as S from "@embedded-super/contracts/schemas"
import { call, sample, type SampleCheck } from "./samples.ts"

/** Texts that a server or a profile may put into a report to break out of a format. */
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

const callOf = (id: number, text: string) =>
  call(
    id,
    { body: { [text]: text, status: text }, url: `https://api.banksia.example/v1/${text}?${text}=${text}` },
    {
      status: 500,
      body: JSON.stringify({ code: text, detail: text, [text]: [text] }),
      headers: { "content-type": `text/html; ${text}`, location: text, [text]: text, allow: text }
    }
  )

/** Checks whose every text is this one. */
const checksOf = (group: string, text: string, exchange: `e${number}`): ReadonlyArray<SampleCheck> => [
  {
    id: `${group}-4-1`,
    title: text,
    hint: text,
    outcome: { verdict: "fail", cause: text, expected: text, actual: text, exchange }
  },
  {
    id: `${group}-4-2`,
    level: "SHOULD",
    outcome: { verdict: "fail", cause: `x${text}`, expected: text, actual: text }
  },
  { id: `${group}-4-3`, title: text, outcome: { verdict: "not_observed", why: text } },
  { id: `${group}-4-4`, title: text, outcome: { verdict: "error", why: text } }
]

/** A report in which every text is this one. */
export const hostileReport = (text: string): S.CheckReport =>
  sample({ name: text, exchanges: [callOf(1, text)], checks: checksOf("PRIVACY", text, "e1") })

/** All of them in one report. */
export const hostileReports = (): S.CheckReport =>
  sample({
    name: hostile.slice(0, 4).join(" "),
    exchanges: hostile.map((text, index) => callOf(index + 1, text)),
    checks: hostile.flatMap((text, index) =>
      checksOf(`GROUP${String.fromCodePoint(65 + index)}`, text, `e${index + 1}`)
    )
  })
