export { type MockDelivery, type MockService, mockService, type MockServiceOptions } from "./mockService.ts"
