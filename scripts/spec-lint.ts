/** `pnpm spec:lint`: Redocly, our Spectral rules and Redocly's score for every spec. One line per document. */
import { relative } from "node:path"
import process from "node:process"
import { commandLine, noFlags } from "@embedded-super/program/commandLine"
import {
  publishedDocuments,
  redoclyConfig,
  sourceFiles,
  type SpecDocument,
  specDocuments,
  runJsonTool,
  runJsonTools
} from "./support/tools.ts"

commandLine(
  "spec:lint: Redocly, our Spectral rules and Redocly's score over every spec; a line for each",
  noFlags
)

/**
 * Out of 100. Redocly's own model spec, the museum, scores 86.5. Each answer of the embed API is a whole view, which the
 * score counts as depth (D-embed-api-score).
 */
const lowestScoreOf = (name: string): number => (name === "embed-api" ? 88 : 90)

/** One error or warning, with a clickable position. */
interface Finding {
  readonly file: string
  readonly place: string
  readonly rule: string
  readonly message: string
}

interface RedoclyReport {
  readonly problems: ReadonlyArray<{
    readonly ruleId: string
    readonly message: string
    readonly location: ReadonlyArray<{
      readonly source: { readonly ref: string }
      readonly pointer?: string
      readonly start?: { readonly line: number; readonly col: number }
    }>
  }>
}

interface SpectralFinding {
  readonly code: string | number
  readonly message: string
  readonly source?: string
  readonly path: ReadonlyArray<string | number>
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

/** Redocly's findings on each document, from one process: most of its time is its start. */
const redocly = async (
  documents: ReadonlyArray<SpecDocument>
): Promise<ReadonlyArray<ReadonlyArray<Finding>>> => {
  const names = documents.map(({ name }) => name)
  const options = ["--config", redoclyConfig, "--format", "json", "--max-problems", "1000"]
  const args = ["lint", ...names, ...options]
  const reports = await runJsonTools<RedoclyReport>("redocly", args, documents.length)
  return documents.map(({ root }, index) =>
    (reports[index]?.problems ?? []).map((problem) => {
      const [at] = problem.location
      const place = at?.start === undefined ? (at?.pointer ?? "") : `${at.start.line}:${at.start.col}`
      return {
        file: at === undefined ? root : fromTop(at.source.ref),
        place,
        rule: problem.ruleId,
        message: problem.message
      }
    })
  )
}

const spectral = async (ruleset: string, files: ReadonlyArray<string>): Promise<ReadonlyArray<Finding>> => {
  const options = ["--ruleset", ruleset, "--format", "json", "--quiet", "--ignore-unknown-format"]
  const findings = await runJsonTool<ReadonlyArray<SpectralFinding>>("spectral", [
    "lint",
    ...options,
    ...files
  ])
  return findings.map((finding) => ({
    file: finding.source === undefined ? "specs" : fromTop(finding.source),
    place: `${finding.range.start.line + 1}:${finding.range.start.character + 1}`,
    rule: String(finding.code),
    message: `${finding.message} (${finding.path.join(".")})`
  }))
}

const score = async (document: SpecDocument): Promise<number | undefined> => {
  if (!document.isOpenApi) return undefined
  const args = ["score", document.name, "--config", redoclyConfig, "--format", "json"]
  return (await runJsonTool<{ readonly agentReadiness: number }>("redocly", args)).agentReadiness
}

const tooLow = ({ name, root }: SpecDocument): Finding => ({
  file: root,
  place: "1",
  rule: "score",
  message: `below ${lowestScoreOf(name)}; to see why: redocly score ${name} --config ${redoclyConfig} --operation-details`
})

const fromTop = (file: string): string => relative(process.cwd(), file)

const unique = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()
]

const count = (number: number, of: string): string => `${of} ${number === 0 ? "ok" : number}`

interface Judgement {
  readonly redocly: ReadonlyArray<ReadonlyArray<Finding>>
  readonly scores: ReadonlyArray<number | undefined>
}

/** All of Redocly's results, or its error: it ends at the first document that it can't read. */
const judge = async (documents: ReadonlyArray<SpecDocument>): Promise<Judgement | Finding> => {
  try {
    const scores: Array<number | undefined> = []
    const findings = await redocly(documents)
    for (const document of documents) scores.push(await score(document))
    return { redocly: findings, scores }
  } catch (error) {
    return { file: redoclyConfig, place: "1", rule: "unreadable", message: String(error) }
  }
}

const documents = specDocuments()
const sources = sourceFiles()
const published = publishedDocuments()
const fromSpectral = spectral("specs/spectral.yaml", sources)
const fromRedocly = await judge(documents)
const sourceFindings = await fromSpectral
const publishedFindings = [
  ...(await spectral("specs/spectral-published.yaml", published)),
  ...(await spectral("specs/spectral-others.yaml", published))
]

let failed = false
const report = (name: string, findings: ReadonlyArray<Finding>, parts: ReadonlyArray<string>) => {
  failed ||= findings.length > 0
  console.log(`${findings.length === 0 ? "ok  " : "FAIL"} ${name.padEnd(22)} ${parts.join("  ")}`)
  for (const { file, place, rule, message } of unique(findings)) {
    console.log(`     ${file}:${place}  ${rule}  ${message}`)
  }
}

if ("rule" in fromRedocly) report(`${documents.length} documents`, [fromRedocly], ["Redocly 1"])
else
  for (const [index, document] of documents.entries()) {
    const findings = [...(fromRedocly.redocly[index] ?? [])]
    const parts = [count(findings.length, "Redocly")]
    const score = fromRedocly.scores[index]
    if (score !== undefined) {
      parts.push(`score ${score.toFixed(1)}`)
      if (score < lowestScoreOf(document.name)) findings.push(tooLow(document))
    }
    report(document.name, findings, parts)
  }
report(`${sources.length} source files`, sourceFindings, [count(sourceFindings.length, "Spectral")])
report(`${published.length} published documents`, publishedFindings, [
  count(publishedFindings.length, "Spectral")
])
process.exitCode = failed ? 1 : 0
