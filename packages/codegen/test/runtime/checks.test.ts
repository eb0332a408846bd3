import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { checkExport, checkNames } from "../../src/runtime/checkNames.ts"
import * as Checks from "../../src/runtime/checks.ts"
import * as PureChecks from "../../src/runtime/pure-checks.ts"

/** [check, valid values, invalid values]. The numbers are those of the domain page's validation rules. */
const vectors: ReadonlyArray<
  readonly [(value: string) => boolean, ReadonlyArray<string>, ReadonlyArray<string>]
> = [
  [
    PureChecks.isAbn,
    [
      "51824753556",
      "83914571673",
      "65714394898",
      "53226460365",
      "60905115063",
      "11111111138",
      "80000000001",
      "61000000002",
      "42000000003",
      "82000000010",
      "89000000019",
      "18123456789"
    ],
    [
      "51824753557",
      "41824753556",
      "99999999999",
      "12345678901",
      "11223493504",
      "00000000019",
      "5182475355",
      "51824753556x",
      "10000000000",
      "17011122333",
      "51 824 753 556",
      ""
    ]
  ],
  [
    PureChecks.isAbnInput,
    ["51824753556", "51 824 753 556", "51-824-753-556", "51.824.753.556"],
    ["51 824 753 557", "10 000 000 000"]
  ],
  [
    PureChecks.isTfn,
    [
      "123456782",
      "876543210",
      "112474082",
      "565051603",
      "907974668",
      "459599230",
      "900000009",
      "900000017",
      "900000025"
    ],
    [
      "123456789",
      "459599231",
      "999999999",
      "100000000",
      "000000000",
      "111111111",
      "222222222",
      "333333333",
      "444444444",
      "987654321",
      "85655734",
      ""
    ]
  ],
  [PureChecks.isTfnInput, ["123 456 782", "123-456-782"], ["123 456 789", "000 000 000"]],
  [
    PureChecks.isUsi,
    ["STA0100AU", "PTC0133AU", "NML0117AU", "60905115063003", "53226460365001", "22599554834401"],
    ["STA0100", "sta0100au", "60905115064003", "6090511506300", ""]
  ],
  [
    PureChecks.isCalendarDate,
    ["2024-02-29", "2000-02-29", "2026-12-31", "2026-04-30"],
    [
      "2023-02-29",
      "1900-02-29",
      "2026-04-31",
      "2026-00-10",
      "2026-13-01",
      "2026-01-00",
      "2026-1-1",
      "2026/01/01"
    ]
  ],
  [PureChecks.isTimestamp, ["2026-11-21T00:00:00Z", "2024-02-29T23:59:59.5Z"], ["2023-02-29T00:00:00Z"]],
  [
    PureChecks.isNoOldTfn,
    ["123 456 782", "1234567", "abc", ""],
    ["12345678", " 12 345 678 ", "85-655-734", "TFN: 85 655 734"]
  ],
  [
    PureChecks.isMemberNumber,
    ["0012345678", "A/1-2", "00", "9999"],
    ["0", "999999999", "Unknown", "Pending", "pending", "None", "null", "TBA", "n/a", "NA"]
  ],
  [PureChecks.isMemberNumberInput, ["0012 345 678"], ["999 999 999", " Unknown ", "N / A"]],
  [PureChecks.isEmployerNumber, ["EMP-004512", "12"], ["N/A", "unknown", "0", "000", "9999", " None "]],
  [PureChecks.isUsiInput, ["sta0100au", "60 905 115 063 003"], ["sta010au", "60 905 115 064 003"]]
]

describe("the named checks", () => {
  for (const [check, good, bad] of vectors) {
    it.each(good)(`${check.name} holds for %s`, (value) => expect(check(value)).toBe(true))
    it.each(bad)(`${check.name} fails for "%s"`, (value) => expect(check(value)).toBe(false))
  }

  it("exist for every name that x-check may have", () => {
    for (const name of checkNames) expect(Object.keys(Checks)).toContain(checkExport(name))
  })

  it("never repeat the value that they refuse", () => {
    const refused = Schema.decodeUnknownExit(Schema.String.check(Checks.tfn))("123456789")
    expect(JSON.stringify(refused)).not.toContain("123456789")
    expect(String(refused)).toContain("a tax file number with a valid checksum")
  })
})
