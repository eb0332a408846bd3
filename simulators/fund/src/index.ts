export { type FundName, fundNames, funds, type SimulatedFund } from "./funds.ts"
export { fundSimulator, type FundSimulatorOptions } from "./fundSimulator.ts"
