"""`python -m remembrancer`, and the command `remembrancer`."""

from api.cli import main

if __name__ == "__main__":
    main()
