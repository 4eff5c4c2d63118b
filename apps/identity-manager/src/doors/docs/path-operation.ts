/** One method of one path, as OpenAPI 3 describes it ("Operation Object"). */
export interface PathOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
  readonly security?: readonly object[];
}
