import { kit } from "../../../packages/check/src/fund/index.ts"
import { sentences } from "../../../packages/check/src/fund/fleet/sentences.ts"
import type { Flaw } from "../../../simulators/fund/src/flaws/Flaw.ts"
import type { KitView } from "./ParityTable.ts"

const checks = new Map(kit.groups.flatMap((group) => group.checks.map((check) => [check.id, check])))

const isVerdict = (word: string): word is KitView["verdict"] => word === "fail" || word === "warn"

/** What the kit says of a flaw: the words to which the kit's own tests hold it. */
export const kitView = ({ killedBy: [id], name }: Flaw): KitView => {
  const [verdict = "", sentence = ""] = (sentences[name] ?? "").split(/: (.*)/s)
  const level = checks.get(id)?.level
  if (level === undefined || !isVerdict(verdict)) throw new Error(`The kit's tests say nothing of ${name}`)
  return { check: id, level, verdict, sentence }
}
