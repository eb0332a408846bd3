import type { FundCheck } from "../../FundUnderTest.ts"
import { answers } from "./answers.ts"
import { bytes } from "./bytes.ts"
import { jsonTaken, otherContentType, sameContentType } from "./contentTypes.ts"
import { invalidBodies, largeBody } from "./bodies.ts"
import { otherMethods } from "./otherMethods.ts"

export const transport: ReadonlyArray<FundCheck> = [
  ...answers,
  jsonTaken,
  sameContentType,
  otherContentType,
  otherMethods,
  ...invalidBodies,
  ...bytes,
  largeBody
]
