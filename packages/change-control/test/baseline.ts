import { readFileSync } from "node:fs"
import type { DocumentName } from "../src/documents.ts"
import type { Draft } from "./rows.ts"

/** A fresh copy of a document of the first release: it never changes, whatever the specs do. */
export const released = (name: DocumentName): Draft =>
  JSON.parse(readFileSync(new URL(`../../../specs/published/0.1.0/${name}.json`, import.meta.url), "utf8"))
