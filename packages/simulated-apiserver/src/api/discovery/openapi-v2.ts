import { Buffer } from "node:buffer";

/** The form of OpenAPI v2 that kubectl requests, only for files of kind List. */
export const OPENAPI_V2_PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

const text = (number: number, value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};

/** OpenAPI v2 without any definition, as protobuf. For a missing kind kubectl leaves the validation to the server. */
export function emptyOpenApiV2(version: string): Buffer {
  const info = Buffer.concat([text(1, "Kubernetes"), text(2, version)]);
  const [swagger, paths] = [text(1, "2.0"), text(8, "")];
  return Buffer.concat([swagger, text(2, info), paths]);
}
