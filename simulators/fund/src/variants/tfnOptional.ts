import type { OtherFund } from "../flaws/Flaw.ts"
import { tfnIsOptional } from "../flaws/privacy/optionalTfn.ts"

export const tfnOptional: OtherFund = {
  name: "tfn-optional",
  sentence: "The fund takes a tax file number, and requires none.",
  play: () => tfnIsOptional
}
