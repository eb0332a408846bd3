import { describe, expect, it } from "vitest"
import { withoutTfns } from "../src/withoutTfns.ts"

describe("a problem blanks out what may be a tax file number", () => {
  const rows: ReadonlyArray<readonly [title: string, given: string, want: string]> = [
    ["in a path", "/api/v1/employers/123456782", "/api/v1/employers/*********"],
    ["in the name of a key", "#/123456782", "#/*********"],
    ["written in threes", "123 456 782 isn't known here", "********* isn't known here"],
    [
      "but no id",
      "/employers/01a1fc8b-f124-722c-a7f2-000123456782",
      "/employers/01a1fc8b-f124-722c-a7f2-000123456782"
    ],
    ["and no ABN", "51824753556", "51824753556"]
  ]
  it.each(rows)("%s", (_, given, want) => expect(withoutTfns(given)).toBe(want))
})
