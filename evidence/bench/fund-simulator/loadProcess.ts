/**
 * `loadProcess <port> <key> <lookup|registration> <first> <count>`: so many calls over 16 connections that stay open, each
 * sent after the previous answer. Prints the result as JSON.
 */
import process from "node:process"
import { closedLoop } from "../load/closedLoop.ts"
import { type Kind, requestOf } from "./requests.ts"

const [port = "0", key = "", kind = "lookup", first = "0", count = "1"] = process.argv.slice(2)
const requests = Array.from({ length: Number(count) }, (_, nth) =>
  requestOf(kind as Kind, Number(first) + nth, Number(port), key)
)
console.log(JSON.stringify(await closedLoop(Number(port), requests)))
