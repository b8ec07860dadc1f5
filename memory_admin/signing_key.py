"""Print a new Ed25519 key (PEM), by a process of its own: `up` need not hold a library for one act."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


def main() -> None:
    """Write the key to standard output and nowhere else."""
    made = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    print(made.decode(), end="")


if __name__ == "__main__":
    main()
