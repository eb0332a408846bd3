/**
 * `loadProcess <port> <key> <employer> <read|write> <count>`: so many calls over 16 connections that stay open, each sent
 * after the previous answer. Prints the result as JSON.
 */
import process from "node:process"
import { closedLoop } from "../load/closedLoop.ts"
import { type Kind, requestOf } from "./requests.ts"

const [port = "0", key = "", employerId = "", kind = "read", count = "1"] = process.argv.slice(2)
const requests = Array.from({ length: Number(count) }, () =>
  requestOf(kind as Kind, Number(port), key, employerId)
)
console.log(JSON.stringify(await closedLoop(Number(port), requests)))
