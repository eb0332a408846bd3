/**
 * The variables of the samples. A guide that uses one and doesn't set it begins with the lines that do, so that who comes
 * from a search can type its samples. `contract-tests/guides.long.test.ts` types these lines, too.
 */

interface Variable {
  readonly name: string
  /** What it holds, in words. */
  readonly what: string
  readonly line: string
  /** Another variable that the line uses. */
  readonly needs?: string
}

/** In the order in which they are set. */
const variables: ReadonlyArray<Variable> = [
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
  node -p 'const { data, resource_id } = JSON.parse(require("fs").readFileSync(0)); data ? data.id : resource_id')`
  }
]

const SHELL_BLOCK = /^```sh(.*)\n([^]*?)^```$/gm

const isUsed = (name: string, text: string): boolean => new RegExp(`\\$\\{?${name}\\b`).test(text)
const isSet = (name: string, text: string): boolean => new RegExp(`^(?:export )?${name}=`, "m").test(text)

/** The first shell block that uses a variable before the guide has set it: its attributes; undefined if none does. */
const unmet = (name: string, blocks: ReadonlyArray<RegExpMatchArray>): string | undefined => {
  const first = blocks.find(([, , text = ""]) => isUsed(name, text) || isSet(name, text))
  const [, meta = "", text = ""] = first ?? []
  // A block that sets it before it uses it, such as \`KEY=… curl\`, needs nothing; \`KEY=$KEY program\` does.
  const used = text.search(new RegExp(`\\$\\{?${name}\\b`))
  const set = text.search(new RegExp(`^(?:export )?${name}=(?!\\$${name}\\b)`, "m"))
  return first === undefined || used === -1 || (set !== -1 && set < used) ? undefined : meta
}

/** The lines that set what a guide uses without setting it, with a sentence before them; empty if there is nothing. */
export const needsOf = (slug: string, body: string): string => {
  const blocks = [...body.matchAll(SHELL_BLOCK)]
  const used = variables.filter(({ name }) => unmet(name, blocks) !== undefined)
  if (used.length === 0) return ""
  const needed = variables.filter(
    (each) => used.includes(each) || used.some(({ needs }) => needs === each.name)
  )
  const words = needed.map(({ name, what }) => `\`${name}\`, ${what}`).join("; ")
  const title = /title="([^"]*)"/.exec(unmet(used[0]?.name ?? "", blocks) ?? "")?.[1] ?? "Terminal"
  const start = `${"../".repeat(slug.split("/").length)}start/first-call-and-webhook/#start-it`
  return `**Needs ${needed.length === 1 ? "a variable" : "variables"}:** ${words}. With [everything started](${start}), type this first, in the project's folder:

\`\`\`sh title="${title}"
${needed.map(({ line }) => line).join("\n")}
\`\`\`
`
}
