/** The address under which clients know this service; also the issuer of its tokens. */
export class PublicUrl {
  constructor(private base: string | undefined) {}

  /** Called once, when the port is known. A configured address stays. */
  listeningOn(port: number): void {
    this.base ??= `http://localhost:${port}`;
  }

  /** Without trailing slash. */
  toString(): string {
    return this.base ?? 'http://localhost';
  }

  get isHttps(): boolean {
    return this.toString().startsWith('https:');
  }

  at(path: string): string {
    return `${this.toString()}${path}`;
  }
}
