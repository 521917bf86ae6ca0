package dev.carillon.importers.pickle;

import java.util.List;

/** Real pickles in base64, by protocol. */
final class Pickles {

  static final List<String> REAL =
      List.of(
          "KFZmCnAwCk4oSTEKSS0yCkwxMDAwMDAwMDAwMDAwMDAwMDAwMDBMCkYxLjUKVulcdTIwYWMK"
              + "cDEKY19jb2RlY3MKZW5jb2RlCnAyCihWXHUwMDAw/wpwMwpWbGF0aW4xCnA0CnRwNQpScDYK"
              + "dHA3CihkcDgKVmEKcDkKKGxwMTAKSTAxCmFJMDAKYWNfX2J1aWx0aW5fXwpzZXQKcDExCigo"
              + "bHAxMgpJMQphdHAxMwpScDE0CmFzVmQKcDE1CmNkYXRldGltZQpkYXRldGltZQpwMTYKKGcy"
              + "CihWB+oCXHUwMDBhB1x1MDAwMFx1MDAwMFx1MDAwMFx1MDAwMAUKcDE3Cmc0CnRwMTgKUnAx"
              + "OQp0cDIwClJwMjEKc1Z1CnAyMgpnMTYKKGcyCihWB+oCXHUwMDBhB1x1MDAwMFx1MDAwMFx1"
              + "MDAwMFx1MDAwMFx1MDAwMApwMjMKZzQKdHAyNApScDI1CmNkYXRldGltZQp0aW1lem9uZQpw"
              + "MjYKKGNkYXRldGltZQp0aW1lZGVsdGEKcDI3CihJMApJMApJMAp0cDI4ClJwMjkKdHAzMApS"
              + "cDMxCnRwMzIKUnAzMwpzdHAzNAou",
          "KFgBAAAAZnEATihLAUr+////TDEwMDAwMDAwMDAwMDAwMDAwMDAwMEwKRz/4AAAAAAAAWAUA"
              + "AADDqeKCrHEBY19jb2RlY3MKZW5jb2RlCnECKFgDAAAAAMO/cQNYBgAAAGxhdGluMXEEdHEF"
              + "UnEGdHEHfXEIKFgBAAAAYXEJXXEKKEkwMQpJMDAKY19fYnVpbHRpbl9fCnNldApxCyhdcQxL"
              + "AWF0cQ1ScQ5lWAEAAABkcQ9jZGF0ZXRpbWUKZGF0ZXRpbWUKcRAoaAIoWAsAAAAHw6oCCgcA"
              + "AAAABXERaAR0cRJScRN0cRRScRVYAQAAAHVxFmgQKGgCKFgLAAAAB8OqAgoHAAAAAABxF2gE"
              + "dHEYUnEZY2RhdGV0aW1lCnRpbWV6b25lCnEaKGNkYXRldGltZQp0aW1lZGVsdGEKcRsoSwBL"
              + "AEsAdHEcUnEddHEeUnEfdHEgUnEhdXRxIi4=",
          "gAIoWAEAAABmcQBOKEsBSv7///+KCQAAEGMtXsdrBUc/+AAAAAAAAFgFAAAAw6nigqxxAWNf"
              + "Y29kZWNzCmVuY29kZQpxAlgDAAAAAMO/cQNYBgAAAGxhdGluMXEEhnEFUnEGdHEHfXEIKFgB"
              + "AAAAYXEJXXEKKIiJY19fYnVpbHRpbl9fCnNldApxC11xDEsBYYVxDVJxDmVYAQAAAGRxD2Nk"
              + "YXRldGltZQpkYXRldGltZQpxEGgCWAsAAAAHw6oCCgcAAAAABXERaASGcRJScROFcRRScRVY"
              + "AQAAAHVxFmgQaAJYCwAAAAfDqgIKBwAAAAAAcRdoBIZxGFJxGWNkYXRldGltZQp0aW1lem9u"
              + "ZQpxGmNkYXRldGltZQp0aW1lZGVsdGEKcRtLAEsASwCHcRxScR2FcR5ScR+GcSBScSF1dHEi"
              + "Lg==",
          "gAMoWAEAAABmcQBOKEsBSv7///+KCQAAEGMtXsdrBUc/+AAAAAAAAFgFAAAAw6nigqxxAUMC"
              + "AP9xAnRxA31xBChYAQAAAGFxBV1xBiiIiWNidWlsdGlucwpzZXQKcQddcQhLAWGFcQlScQpl"
              + "WAEAAABkcQtjZGF0ZXRpbWUKZGF0ZXRpbWUKcQxDCgfqAgoHAAAAAAVxDYVxDlJxD1gBAAAA"
              + "dXEQaAxDCgfqAgoHAAAAAABxEWNkYXRldGltZQp0aW1lem9uZQpxEmNkYXRldGltZQp0aW1l"
              + "ZGVsdGEKcRNLAEsASwCHcRRScRWFcRZScReGcRhScRl1dHEaLg==",
          "gASVuQAAAAAAAAAojAFmlE4oSwFK/v///4oJAAAQYy1ex2sFRz/4AAAAAAAAjAXDqeKCrJRD"
              + "AgD/lHSUfZQojAFhlF2UKIiJj5QoSwGQZYwBZJSMCGRhdGV0aW1llIwIZGF0ZXRpbWWUk5RD"
              + "CgfqAgoHAAAAAAWUhZRSlIwBdZRoC0MKB+oCCgcAAAAAAJRoCYwIdGltZXpvbmWUk5RoCYwJ"
              + "dGltZWRlbHRhlJOUSwBLAEsAh5RSlIWUUpSGlFKUdXSULg==",
          "gAWVuQAAAAAAAAAojAFmlE4oSwFK/v///4oJAAAQYy1ex2sFRz/4AAAAAAAAjAXDqeKCrJRD"
              + "AgD/lHSUfZQojAFhlF2UKIiJj5QoSwGQZYwBZJSMCGRhdGV0aW1llIwIZGF0ZXRpbWWUk5RD"
              + "CgfqAgoHAAAAAAWUhZRSlIwBdZRoC0MKB+oCCgcAAAAAAJRoCYwIdGltZXpvbmWUk5RoCYwJ"
              + "dGltZWRlbHRhlJOUSwBLAEsAh5RSlIWUUpSGlFKUdXSULg==");

  private Pickles() {}
}
