export * from './ngsild-fault';
