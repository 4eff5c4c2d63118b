/** The address under which clients know this service; also the issuer of its tokens. */
export class PublicUrl {
  constructor(
    private base: string | undefined,
    /** This process serves https itself; http only leads there. */
    private readonly servesHttps = false,
  ) {}

  /** Called once, when the port is known. A configured address stays. */
  listeningOn(port: number): void {
    this.base ??= `${this.servesHttps ? 'https' : 'http'}://localhost:${port}`;
  }

  /** Without trailing slash. */
  toString(): string {
    return this.base ?? 'http://localhost';
  }

  get isHttps(): boolean {
    return this.servesHttps || this.toString().startsWith('https:');
  }

  at(path: string): string {
    return `${this.toString()}${path}`;
  }
}
