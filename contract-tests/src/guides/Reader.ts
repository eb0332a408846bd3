import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { missing } from "../clients/missing.ts"
import { type Block } from "./blocks.ts"
import { openTerminal, type Terminal } from "./Terminal.ts"

const PROBLEM = /"type":"https?:\/\/[^"#]+\/errors\/#([a-z0-9_]+)"/g

/** Each line of the block is printed; `…` is any text. */
const EACH_LINE = "each line"

/** Makes the change of a `diff` block: its lines without those of `+` are in the file once, and become those without `-`. */
const change = async (file: string, diff: string): Promise<void> => {
  const side = (other: string): string =>
    diff
      .split("\n")
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join("\n")
  const parts = (await readFile(file, "utf8")).split(side("+"))
  if (parts.length !== 2) throw new Error(`The lines to change are in ${file} ${parts.length - 1} times.`)
  await writeFile(file, parts.join(side("-")))
}

/** A simulated reader who follows guides literally, with the project in a folder, possibly on other ports. */
export const newReader = (options: {
  readonly project: string
  /** The parent of the folders beside the project. */
  readonly beside: string
  readonly env: Readonly<Record<string, string>>
  /** Rewrites the typed text if a port of the guides isn't free. */
  readonly onOtherPorts: (text: string) => string
  /** A block's time limit in milliseconds; by default the terminal's own. */
  readonly patience?: number
}) => {
  const terminals = new Map<string, Terminal>()

  const folderOf = async ({ meta }: Block): Promise<string> => {
    if (meta["in"] === undefined) return options.project
    const folder = join(options.beside, meta["in"])
    await mkdir(folder, { recursive: true })
    return folder
  }

  const terminalOf = async (block: Block): Promise<Terminal> => {
    const name = block.meta["title"] ?? "Terminal"
    const open = terminals.get(name)
    if (open !== undefined) return open
    const terminal = openTerminal(await folderOf(block), options.env, options.patience)
    terminals.set(name, terminal)
    return terminal
  }

  const type = async (block: Block): Promise<void> => {
    const terminal = await terminalOf(block)
    const text = options.onOtherPorts(block.text)
    const { problem, until } = block.meta
    if (until !== undefined) return terminal.typeUntil(text, until)
    const printed = await terminal.type(text)
    const problems = [...printed.matchAll(PROBLEM)].map(([, code]) => code)
    if (problem === undefined ? problems.length > 0 : !problems.includes(problem)) {
      throw new Error(
        `${problem === undefined ? "An answer is a problem" : `It isn't answered ${problem}`}:\n${printed}`
      )
    }
  }

  const follow = async (block: Block): Promise<void> => {
    const { expect, needs, norun, title } = block.meta
    if (norun !== undefined || missing(needs?.split(" ") ?? []).length > 0) return
    if (block.language === "sh") return type(block)
    if (expect === EACH_LINE) {
      const terminal = await terminalOf(block)
      for (const part of block.text.split(/…|\n/).map((text) => text.trim())) await terminal.shows(part)
      return
    }
    if (expect !== undefined) return (await terminalOf(block)).shows(expect)
    if (title?.includes(".") === true) {
      if (block.language === "diff") return change(join(await folderOf(block), title), block.text)
      const file = join(await folderOf(block), title)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, options.onOtherPorts(`${block.text}\n`))
    }
  }

  return {
    /** Performs one block; the error names the guide's line. */
    follow: async (block: Block, guide: string): Promise<void> => {
      try {
        await follow(block)
      } catch (error) {
        throw new Error(`${guide}, line ${block.line}: ${(error as Error).message}`, { cause: error })
      }
    },
    close: async () => {
      for (const terminal of [...terminals.values()].toReversed()) await terminal.close()
    }
  }
}
