import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const otherScriptRefused: Flaw = {
  name: "other-script-refused",
  group: "register",
  sentence: "The fund refuses a name that is not in the Latin script.",
  killedBy: ["REGISTER-2.3-8"],
  play: () => ({
    exchange: refusing(({ family_name, first_name }) =>
      /[^\p{Script=Latin}\p{M} '.,/-]/u.test(`${String(first_name)} ${String(family_name)}`)
    )
  })
}
