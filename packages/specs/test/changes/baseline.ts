import { fileURLToPath } from "node:url"
import type { DocumentName } from "../../src/changes/documents.ts"
import { readReleasedDocuments } from "../../src/changes/ledger/releases.ts"
import { embedApi, fundFiles } from "./baseline-documents.ts"
import type { Draft } from "./rows.ts"

const firstRelease = {
  ...readReleasedDocuments(fileURLToPath(new URL("../../../../specs/published/0.1.0", import.meta.url))),
  "embed-api": embedApi,
  "fund-files": fundFiles
}

/** A fresh copy of a document of the first release, or of one written here because it had none: neither ever changes. */
export const released = (name: DocumentName): Draft => structuredClone(firstRelease[name]) as Draft
