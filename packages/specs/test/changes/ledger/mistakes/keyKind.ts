import type { Draft } from "../../rows.ts"
import { operation } from "../../rows.ts"
import { compatible } from "../announcements.ts"
import { mistakes } from "./Mistake.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"

const get = (document: Draft) => operation(document, "getEmployer").operation
const schemes = (document: Draft) => document.components.securitySchemes
const partner = (change: (document: Draft) => void) => (specs: SpecsFolder) =>
  specs.change("2.0.0", { "partner-api": change })
const gone =
  "ProductKey is no longer a way to authenticate; no entry of specs/changes lists this breaking change"

export const keyKindMistakes = mistakes([
  [
    "an operation moves from product keys to partner keys",
    gone,
    partner((document) => (get(document).security = [{ PartnerKey: [] }]))
  ],
  [
    "an operation takes partner keys as well",
    "PartnerKey is a new way to authenticate; no entry of specs/changes lists this compatible change",
    partner((document) => (get(document).security = [{ ProductKey: [] }, { PartnerKey: [] }]))
  ],
  [
    "an operation asks for both keys",
    gone,
    partner((document) => (get(document).security = [{ ProductKey: [], PartnerKey: [] }]))
  ],
  ["every operation moves", gone, partner((document) => (document.security = [{ PartnerKey: [] }]))],
  [
    "the kinds swap their names",
    gone,
    partner((document) => {
      const { PartnerKey, ProductKey } = schemes(document)
      document.components.securitySchemes = { PartnerKey: ProductKey, ProductKey: PartnerKey }
      document.security = [{ PartnerKey: [] }]
    })
  ],
  [
    "one operation's key gets a new name of the same form",
    gone,
    partner((document) => {
      schemes(document).TeamKey = schemes(document).ProductKey
      get(document).security = [{ TeamKey: [] }]
    })
  ],
  [
    "two kinds become one",
    gone,
    partner((document) => {
      document.components.securitySchemes = { ApiKey: schemes(document).ProductKey }
      document.security = [{ ApiKey: [] }]
    })
  ],
  [
    "one kind becomes two",
    gone,
    partner((document) => {
      const { ProductKey, ...others } = schemes(document)
      document.components.securitySchemes = { ...others, ReadKey: ProductKey, WriteKey: ProductKey }
      document.security = [{ WriteKey: [] }]
      get(document).security = [{ ReadKey: [] }]
    })
  ],
  [
    "a kind stands for another principal",
    gone,
    partner((document) => (schemes(document).ProductKey["x-principal"] = "OperatorPrincipal"))
  ],
  [
    "another kind of key, called compatible",
    "says compatible, but it is breaking: ProductKey is no longer a way to authenticate",
    (specs) => {
      const at = "/paths/~1api~1v1~1employers~1{id}/get/security"
      const where = ["GET /api/v1/employers/{id}"]
      partner((document) => (get(document).security = [{ PartnerKey: [] }]))(specs).announce({
        ...compatible,
        changes: {
          "partner-api": [
            { kind: "security-removed", at, to: "ProductKey", where },
            { kind: "security-added", at, to: "PartnerKey", where }
          ]
        }
      })
    }
  ]
])
