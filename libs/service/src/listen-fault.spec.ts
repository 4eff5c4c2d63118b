import { listenFault } from './listen-fault';

describe('a service that cannot listen', () => {
  it.each([
    ['EADDRINUSE', 'port 80 is taken by another process; end that one, or choose another port with -port'],
    ['EACCES', 'port 80 is for privileged processes only; choose one from 1024 on with -port'],
    ['EADDRNOTAVAIL', 'the address to listen at is none of this machine'],
    ['ENOENT', undefined],
  ])('says what to do about %s', (code, line) => {
    expect(listenFault(Object.assign(new Error('x'), { code }), 80, '-port')).toBe(line);
  });

  it('says nothing of other errors', () => expect(listenFault(new Error('x'), 80, '-port')).toBeUndefined());
});
