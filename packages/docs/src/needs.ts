/**
 * The variables of the samples. A guide that uses one and doesn't set it begins with the lines that do, folded, so that who comes
 * from a search can type its samples. `contract-tests/guides.long.test.ts` types these lines, too.
 */

interface Variable {
  readonly name: string
  /** The contents of the variable, in words. */
  readonly what: string
  readonly line: string
  /** Another variable that the line uses. */
  readonly needs?: string
  /** A function of the shell, at the end of a pipe. */
  readonly isFunction?: true
}

/** In the order in which they are set. */
const variables: ReadonlyArray<Variable> = [
  {
    name: "field",
    what: "a function that prints one field of an answer, or the answer if it hasn't that field",
    isFunction: true,
    line: `field() {
  node -e "const text = require('fs').readFileSync(0, 'utf8')
    try { console.log(JSON.parse(text).$1) } catch { console.error(text); process.exit(1) }"
}`
  },
  {
    name: "KEY",
    what: "a product key",
    line: `KEY=$(node -p 'require("./.data/demo.json").products[1].key')`
  },
  {
    name: "PARTNER",
    what: "the partner's key",
    line: `PARTNER=$(node -p 'require("./.data/demo.json").partner.key')`
  },
  {
    name: "PRODUCT",
    what: "the product's address",
    line: `PRODUCT=http://localhost:4000/api/v1/products/$(node -p 'require("./.data/demo.json").products[1].id')`
  },
  {
    name: "EMPLOYER",
    what: "the id of an employer, which is created if it isn't there",
    needs: "KEY",
    line: `EMPLOYER=$(curl -s http://localhost:4000/api/v1/employers -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{ "abn": "51 824 753 556", "name": "Wattle & Daughters Pty Ltd", "remote_id": "1234" }' |
  node -p 'const answer = JSON.parse(require("fs").readFileSync(0)); answer.data?.id ?? answer.resource_id ?? console.error(answer)')`
  }
]

const SHELL_BLOCK = /^```sh(.*)\n([^]*?)^```$/gm

/** Where a text uses and sets it; -1 if it doesn't. A block such as `KEY=$KEY program` sets nothing. */
const places = ({ isFunction, name }: Variable, text: string) => ({
  used: text.search(new RegExp(isFunction ? `\\|\\s*${name} ` : `\\$\\{?${name}\\b`)),
  set: text.search(new RegExp(isFunction ? `^${name}\\(\\)` : `^(?:export )?${name}=(?!\\$${name}\\b)`, "m"))
})

/** Whether one of a terminal's blocks uses the variable before one has set it. A block that sets it first needs nothing. */
const isUnmet = (variable: Variable, texts: ReadonlyArray<string>): boolean => {
  const first = texts.find((text) => {
    const { set, used } = places(variable, text)
    return used !== -1 || set !== -1
  })
  const { set, used } = places(variable, first ?? "")
  return used !== -1 && (set === -1 || set > used)
}

/** The variables that a terminal's blocks use and don't set, with the variables that these need. */
const unmetIn = (texts: ReadonlyArray<string>): ReadonlyArray<Variable> => {
  const used = variables.filter((variable) => isUnmet(variable, texts))
  return variables.filter((each) => used.includes(each) || used.some(({ needs }) => needs === each.name))
}

/**
 * For each terminal, a sentence and the lines that set the variables that a guide uses and doesn't set; empty if there are none.
 */
export const needsOf = (slug: string, body: string): string => {
  const blocks = [...body.matchAll(SHELL_BLOCK)].map(([, meta = "", text = ""]) => ({
    title: /title="([^"]*)"/.exec(meta)?.[1] ?? "Terminal",
    text
  }))
  const terminals = [...Map.groupBy(blocks, ({ title }) => title)].flatMap(([title, typed]) => {
    const unmet = unmetIn(typed.map(({ text }) => text))
    return unmet.length === 0 ? [] : [{ title, unmet }]
  })
  if (terminals.length === 0) return ""
  const needed = variables.filter((each) => terminals.some(({ unmet }) => unmet.includes(each)))
  const words = needed.map(({ name, what }) => `\`${name}\`, ${what}`).join("; ")
  const start = `${"../".repeat(slug.split("/").length)}start/first-call-and-webhook/#start-it`
  const where =
    terminals.length === 1
      ? "type this first, in the project's folder"
      : "type these first, each in its terminal, in the project's folder"
  const names = needed.map(({ name }) => `<code>${name}</code>`).join(", ")
  return `<details class="needs">
<summary>To type the samples of this page, set ${names} first</summary>

${words}. With [everything started](${start}), ${where}:

${terminals
  .map(
    ({ title, unmet }) => `\`\`\`sh title="${title}"\n${unmet.map(({ line }) => line).join("\n")}\n\`\`\`\n`
  )
  .join("\n")}
</details>
`
}
